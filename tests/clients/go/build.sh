#!/bin/sh
# Makes the program OUT/client out of Debian's packages (see deploy/clients.txt), which lie in a GOPATH of their own.
#   sh build.sh PROTO OUT
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
proto="$1" out="$2"
mkdir -p "$out/src/settlersclient"
protoc -I "$proto" --go_out="$out/src" --go-grpc_out="$out/src" "$proto"/settlers/v1/*.proto
cp "$here"/*.go "$out/src/settlersclient/"
GO111MODULE=off GOPATH="$out:/usr/share/gocode" GOCACHE="$out/cache" GOFLAGS= go build -o "$out/client" settlersclient
