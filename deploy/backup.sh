#!/bin/sh
# backup.sh FOLDER: the database that DATABASE names, as one file of this moment, while the service runs. Keeps thirty.
set -eu
folder=${1:?name the folder of the backups}
file=$folder/waybill-$(date -u +%Y%m%dT%H%M%SZ).dump
umask 077
mkdir -p "$folder"
# Written aside: what has the name of a backup is a whole one.
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --no-owner --file="$file.part" "${DATABASE:?name the database, such as postgres:///waybill}"
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
ls -1 "$folder"/waybill-*.dump | sort -r | tail -n +31 | while read -r old; do rm -f "$old"; done
echo "$file"
