"""The contract, as Python: made from the .proto files of this folder by `proto/build.py`."""
