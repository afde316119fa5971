"""`settlers key`: the key by which exports of a store can be verified."""

from pathlib import Path

import click

from service.audit.signed_note import BadKey, Signer
from service.audit.signing_key import signer_for
from service.cli.failures import Failed
from service.config import Settings

DEFAULTS = Settings()


signing_key_option = click.option(
    "--signing-key",
    default=DEFAULTS.signing_key,
    envvar="SETTLERS_SIGNING_KEY",
    help="The file of the key that signs exports; it is made if need be.  [default: STORE.key]",
)


@click.command(short_help="Print the key that verifies exports.")
@click.option("--store", default=DEFAULTS.store, show_default=True, envvar="SETTLERS_STORE", help="The store's file.")
@signing_key_option
def key(store: str, signing_key: str) -> None:
    """Print the key by which exports are verified, for auditors to keep. The key that signs stays in its file."""
    if not signing_key and not Path(store).is_file():
        raise Failed(f"there is no store {store}")
    click.echo(open_signer(Settings(store=store, signing_key=signing_key)).verifier)


def open_signer(settings: Settings) -> Signer:
    """Read or make the key that signs; raises ``Failed``."""
    file = settings.signing_key or f"{settings.store}.key"
    try:
        return signer_for(settings)
    except (BadKey, UnicodeDecodeError) as error:
        raise Failed(f"{file} holds no signing key: {error}") from None
    except OSError as error:
        raise Failed(f"cannot read or make the signing key {file}: {error.strerror}") from None
