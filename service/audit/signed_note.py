"""Signed notes: a short text with Ed25519 signatures below it, in the form of C2SP's signed-note, and its keys.

A note is text that ends with a line break, an empty line, and a line for each signature: an em dash, the name of the
key, and the base64 of the key's id with the signature. A verifier's key is ``name+id+base64``, and so is a signer's
with ``PRIVATE+KEY+`` before it, as other tools for such notes have them.
"""

import base64
from collections.abc import Iterable
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_ED25519 = b"\x01"
_PRIVATE = "PRIVATE+KEY+"
_KEY_SIZE = 32
_ID_SIZE = 4
_DASH = "— "


class NotSigned(Exception):
    """A note that is none, or that no trusted key has signed; the message says which."""


class BadKey(Exception):
    """A text that is no key of the wanted kind."""


class Verifier(msgspec.Struct, frozen=True):
    """A key that verifies notes: whose it is, and the public key's 32 bytes."""

    name: str
    public: bytes

    @property
    def key_id(self) -> bytes:
        """The first bytes of a hash of name and key, by which a signature names its key."""
        return sha256(f"{self.name}\n".encode() + _ED25519 + self.public).digest()[:_ID_SIZE]

    def __str__(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{_encode(_ED25519 + self.public)}"


class Signer(msgspec.Struct, frozen=True):
    """A key that signs notes: whose it is, and the private key's 32 bytes."""

    name: str
    secret: bytes

    @property
    def verifier(self) -> Verifier:
        """The key that verifies what this one signs."""
        return Verifier(self.name, Ed25519PrivateKey.from_private_bytes(self.secret).public_key().public_bytes_raw())

    @property
    def text(self) -> str:
        """The key as it is kept in a file that only its owner may read."""
        return f"{_PRIVATE}{self.name}+{self.verifier.key_id.hex()}+{_encode(_ED25519 + self.secret)}"

    def sign(self, text: str) -> str:
        """Sign a text that ends with a line break: the note."""
        signature = Ed25519PrivateKey.from_private_bytes(self.secret).sign(text.encode())
        return f"{text}\n{_DASH}{self.name} {_encode(self.verifier.key_id + signature)}\n"


def make_signer(name: str, secret: bytes) -> Signer:
    """Make a signer of 32 secret bytes; raises ``BadKey`` for a name that notes cannot carry."""
    return Signer(_checked_name(name), secret)


def read_signer(text: str) -> Signer:
    """Read a signer's key; raises ``BadKey``."""
    if not text.startswith(_PRIVATE):
        raise BadKey("it is no private key")
    name, key_id, secret = _parts(text.removeprefix(_PRIVATE))
    signer = Signer(name, secret)
    if signer.verifier.key_id.hex() != key_id:
        raise BadKey("its id does not belong to it")
    return signer


def read_verifier(text: str) -> Verifier:
    """Read a verifier's key; raises ``BadKey``."""
    name, key_id, public = _parts(text)
    verifier = Verifier(name, public)
    if verifier.key_id.hex() != key_id:
        raise BadKey("its id does not belong to it")
    return verifier


def decode(text: str) -> bytes:
    """Read base64, of which there is one way to write any bytes; raises ``ValueError`` for all others."""
    data = base64.b64decode(text, validate=True)
    if _encode(data) != text:
        raise ValueError("it is written in another way")
    return data


def text_of(note: str) -> str:
    """Take the text of a note, whoever signed it; raises ``NotSigned`` for what is no note."""
    text, found, _ = note.rpartition("\n\n")
    if not found:
        raise NotSigned("it is no signed note")
    return f"{text}\n"


def open_note(note: str, trusted: Iterable[Verifier]) -> str:
    """Verify a note and give its text; one signature of a trusted key is enough, and a false one is too much.

    Raises ``NotSigned``.
    """
    text = text_of(note)
    keys = {(key.name, key.key_id): key for key in trusted}
    signed = False
    for line in note[len(text) + 1 :].splitlines():
        name, _, encoded = line.removeprefix(_DASH).partition(" ")
        try:
            data = decode(encoded)
        except ValueError:
            raise NotSigned("a signature cannot be read") from None
        if not line.startswith(_DASH) or len(data) <= _ID_SIZE:
            raise NotSigned("a signature cannot be read")
        key = keys.get((name, data[:_ID_SIZE]))
        if key is not None:
            try:
                Ed25519PublicKey.from_public_bytes(key.public).verify(data[_ID_SIZE:], text.encode())
            except InvalidSignature:
                raise NotSigned(f"the signature of {name} is false") from None
            signed = True
    if not signed:
        raise NotSigned("no trusted key has signed it")
    return text


def _parts(text: str) -> tuple[str, str, bytes]:
    name, _, rest = text.strip().partition("+")
    key_id, _, encoded = rest.partition("+")
    try:
        data = decode(encoded)
    except ValueError:
        raise BadKey("it is no key") from None
    if len(data) != 1 + _KEY_SIZE or not data.startswith(_ED25519):
        raise BadKey("it is no Ed25519 key")
    return _checked_name(name), key_id, data[1:]


def _checked_name(name: str) -> str:
    if not name or "+" in name or any(each.isspace() or not each.isprintable() for each in name):
        raise BadKey("the name of a key has no spaces and no plus")
    return name


def _encode(data: bytes) -> str:
    return base64.b64encode(data).decode()
