"""`python -m service` is `settlers`."""

from service.cli import main

main(prog_name="settlers")
