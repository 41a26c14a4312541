#!/bin/sh
# Makes the certificate authority of one practice: make-ca.sh <folder> <name>, as make-ca.sh /etc/caddy/ulna-ca ulna.local
# It may vouch for that name alone, so a computer that trusts it trusts it for nothing else. ca.crt goes onto every
# computer of the practice; ca.key leaves the folder never.
set -e
folder=${1:?usage: make-ca.sh <folder> <name>}
name=${2:?usage: make-ca.sh <folder> <name>}
[ ! -e "$folder/ca.key" ] || { echo "make-ca.sh: $folder has one already: it is kept" >&2; exit 1; }
umask 077
mkdir -p "$folder"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -sha256 -days 3650 \
  -subj "/CN=Ulna at $name" -keyout "$folder/ca.key.unfinished" -out "$folder/ca.crt" \
  -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign,cRLSign" \
  -addext "nameConstraints=critical,permitted;DNS:$name,excluded;IP:0.0.0.0/0.0.0.0,excluded;IP:::/::" 2>/dev/null
mv "$folder/ca.key.unfinished" "$folder/ca.key"
chmod 0644 "$folder/ca.crt"
openssl x509 -in "$folder/ca.crt" -noout -fingerprint -sha256
