"""The key that signs exports: read from its file, or made once and kept where only its owner can read it."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from service.audit.signed_note import Signer, make_signer, read_signer
from service.config import IN_MEMORY, Settings

KEY_NAME = "settlers-rules"


def signer_for(settings: Settings) -> Signer:
    """Read or make the key of a server: in the file that is named, or beside its store; in memory, one for this run."""
    if settings.signing_key:
        return load_or_make(Path(settings.signing_key))
    return fresh_signer() if settings.store == IN_MEMORY else load_or_make(Path(f"{settings.store}.key"))


def load_or_make(file: Path) -> Signer:
    """Read the key, or make one if there is none yet.

    Raises ``BadKey`` for a file that holds no key, ``OSError`` where it cannot be read or made.
    """
    with suppress(FileExistsError):
        # Made under another name first, so that nobody ever reads half a key.
        made = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
        if not file.exists():
            handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as writer:
                writer.write(f"{fresh_signer().text}\n")
            try:
                os.link(made, file)
            finally:
                made.unlink()
    return read_signer(file.read_text(encoding="utf-8").strip())


def fresh_signer() -> Signer:
    """Make a new key."""
    return make_signer(KEY_NAME, secrets.token_bytes(32))
