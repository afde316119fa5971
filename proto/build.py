"""Compiles the contract to Python, stubs and gRPC, beside each .proto.

Every build runs it; alone, after a change of the contract: `python proto/build.py`.
"""

import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

from grpc_tools import protoc
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PROTO = Path(__file__).resolve().parent
GENERATED = ("_pb2.py", "_pb2.pyi", "_pb2_grpc.py")


def compile_protos() -> int:
    """Compiles every .proto, sweeps away what an older one left, and returns how many there are."""
    sources = sorted(path.relative_to(PROTO).as_posix() for path in PROTO.glob("settlers/**/*.proto"))
    for left in PROTO.glob("settlers/**/*_pb2*.py*"):
        stem = left.name.split("_pb2")[0]
        if left.name.endswith(GENERATED) and not left.with_name(f"{stem}.proto").exists():
            left.unlink()
    if sources:
        out = [f"--{kind}_out={PROTO}" for kind in ("python", "pyi", "grpc_python")]
        well_known = files("grpc_tools") / "_proto"
        if protoc.main(["protoc", f"-I{PROTO}", f"-I{well_known}", *out, *sources]):
            raise SystemExit("protoc refused the contract; its reasons stand above.")
    return len(sources)


class ProtoHook(BuildHookInterface[Any]):
    """Hatch calls this before it packs a wheel, an sdist or an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_protos()


if __name__ == "__main__":
    print(f"{compile_protos()} protos compiled", file=sys.stderr)
