"""Positions in the journal as callers get them: opaque strings, which they keep and give back."""

import base64
import binascii
from hashlib import sha256

from service.faults import Fault, Trouble

LAST = 2**63 - 1
"""The last position that any store could have."""

_SIZE, _MARK = 8, 7
"""Bytes of a position, and of what tells a string of ours from any other."""


def write_position(position: int, field: str, scope: bytes = b"") -> str:
    """Write a position for a field of a request; it is read again only for that, and only within the same scope."""
    number = position.to_bytes(_SIZE, "big")
    return base64.urlsafe_b64encode(number + _mark(number, field, scope)).decode()


def read_position(text: str, field: str, scope: bytes = b"") -> int:
    """Read a position; raises ``Fault`` for what was never written for this field and scope."""
    try:
        data = base64.b64decode(text.encode("ascii"), altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error):
        data = b""
    number = data[:_SIZE]
    position = int.from_bytes(number, "big")
    # Written again it must be the same: there are other ways to write the same bytes.
    if position > LAST or write_position(position, field, scope) != text:
        raise Fault(Trouble.MALFORMED, f"this is no {field} that was given for such a request", field=field)
    return position


def _mark(number: bytes, field: str, scope: bytes) -> bytes:
    return sha256(b"/".join((field.encode(), number, scope))).digest()[:_MARK]
