#!/bin/sh
# Makes the program OUT/client out of Debian's packages (see deploy/clients.txt).
#   sh build.sh PROTO OUT
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
proto="$1" out="$2"
mkdir -p "$out/gen"
grpc_tools_ruby_protoc -I "$proto" --ruby_out="$out/gen" --grpc_out="$out/gen" "$proto"/settlers/v1/*.proto
printf '#!/bin/sh\nexec ruby -I "%s/gen" "%s/player.rb" "$@"\n' "$out" "$here" >"$out/client"
chmod +x "$out/client"
