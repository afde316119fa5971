#!/bin/sh
# Makes the program OUT/client. It needs Node and npm, and `python` with grpcio-tools for its protoc.
#   sh build.sh PROTO OUT
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
proto="$1" out="$2"
cp "$here"/*.ts "$here"/*.json "$out"
cd "$out"
if ! cmp -s package-lock.json node_modules/installed; then
    npm ci --no-audit --no-fund --silent
    cp package-lock.json node_modules/installed
fi
mkdir -p gen
python -m grpc_tools.protoc -I "$proto" --plugin=node_modules/.bin/protoc-gen-es \
    --es_out=gen --es_opt=target=ts,import_extension=js "$proto"/settlers/v1/*.proto
node_modules/.bin/tsc --project .
printf '#!/bin/sh\nexec node "%s/out/player.js" "$@"\n' "$out" >client
chmod +x client
