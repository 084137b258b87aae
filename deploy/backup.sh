#!/bin/sh
# backup.sh FOLDER: writes a consistent backup of the database that DATABASE names, as one file, while the service runs. Keeps the
# newest thirty backups.
set -eu
folder=${1:?name the folder of the backups}
file=$folder/waybill-$(date -u +%Y%m%dT%H%M%SZ).dump
umask 077
mkdir -p "$folder"
# Written under another name first, so that a file with the name of a backup is always complete.
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --no-owner --file="$file.part" "${DATABASE:?name the database, such as postgres:///waybill}"
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
ls -1 "$folder"/waybill-*.dump | sort -r | tail -n +31 | while read -r old; do rm -f "$old"; done
echo "$file"
