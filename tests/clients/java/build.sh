#!/bin/sh
# Makes the program OUT/client out of Debian's packages (see deploy/clients.txt).
#   sh build.sh PROTO OUT
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
proto="$1" out="$2"
mkdir -p "$out/gen" "$out/classes"
protoc -I "$proto" --java_out="$out/gen" --grpc-java_out="$out/gen" \
    --plugin=protoc-gen-grpc-java="$(command -v grpc_java_plugin)" "$proto"/settlers/v1/*.proto
wanted='/(grpc|protobuf|guava|failureaccess|netty|perfmark|opencensus|gson|geronimo-annotation)[^/]*\.jar$'
jars="$(find /usr/share/java -name '*.jar' | grep -E "$wanted" | tr '\n' ':')"
find "$out/gen" "$here" -name '*.java' >"$out/sources"
javac -nowarn -Xlint:none -encoding UTF-8 -cp "$jars" -d "$out/classes" @"$out/sources"
printf '#!/bin/sh\nexec java -cp "%s:%s" Player "$@"\n' "$out/classes" "$jars" >"$out/client"
chmod +x "$out/client"
