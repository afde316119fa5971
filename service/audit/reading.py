"""Reading a record: its bytes become a proof and an event, which hold what those eyes are shown, and nothing else."""

from functools import lru_cache
from hashlib import sha256

from google.protobuf.message import DecodeError
from google.protobuf.timestamp_pb2 import Timestamp

from service.audit.eyes import AUDITOR, STORE
from service.audit.form import is_as_written
from settlers.v1 import game_pb2

HASH = 32
"""Bytes of a hash."""
NO_CAUSE = sha256().digest()
"""What the chain has in place of a cause's hash where there is none; as a hash it would say that there is one."""


class BadForm(Exception):
    """A record that none would write; the message says why."""


def read_record(data: bytes, eyes: str) -> tuple[game_pb2.Proof, game_pb2.Event]:
    """Read a record that is for some eyes, with what is shown of its event; raises ``BadForm``."""
    try:
        proof = game_pb2.Proof.FromString(data)
        packed = game_pb2.Event.FromString(proof.public + proof.private)
    except DecodeError:
        raise BadForm("it does not parse") from None
    if packed.WhichOneof("event") is None:
        raise BadForm("it is no event that this version knows")
    if not is_as_written(proof, data):
        raise BadForm("the record is not written as it would be")
    _check_time(proof.recorded)
    _check_parts(proof, eyes)
    return proof, packed


@lru_cache(maxsize=64)
def _check_time(recorded: bytes) -> None:
    """Check when it was recorded, which all events of a command share."""
    try:
        time = Timestamp.FromString(recorded)
        time.ToDatetime()
    except DecodeError:
        raise BadForm("it does not parse") from None
    except (ValueError, OverflowError):
        raise BadForm("it was recorded at a time that there is not") from None
    if not recorded or time.seconds < 0 or not is_as_written(time, recorded):
        raise BadForm("it does not say when it was recorded")


def _check_parts(proof: game_pb2.Proof, eyes: str) -> None:
    """Check that nothing is there or left out that should not be; whose a private part is only its event can tell."""
    # Hashes are joined bare: what is shorter or longer than one could lend its bytes to the next.
    lengths = {len(each) for each in (proof.private_hash, proof.cause_hash, proof.salt, proof.cause_salt)}
    if not lengths <= {0, HASH} or len(proof.chain) != HASH:
        raise BadForm("a hash has another length")
    if (
        (proof.cause and not proof.cause_hash)
        or (proof.cause_hash and not proof.cause and eyes in (STORE, AUDITOR))
        or (proof.private_hash and not proof.private and eyes == STORE)
    ):
        raise BadForm("something was left out that should be there")
    if (
        (proof.salt and (not proof.private or eyes == STORE))
        or (proof.cause_salt and (not proof.cause or eyes == STORE))
        or proof.cause_hash == NO_CAUSE
    ):
        raise BadForm("something stands there that should not")
