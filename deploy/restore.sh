#!/bin/sh
# restore.sh FILE: restores a backup into the database that DATABASE names. Refuses a database that is not empty, so that no
# database in use is overwritten.
set -eu
file=${1:?name the backup}
database=${DATABASE:?name the new, empty database, such as postgres:///waybill_restored}
tables=$(psql --no-psqlrc --tuples-only --no-align --command="SELECT count(*) FROM pg_tables WHERE schemaname = 'public'" "$database")
if [ "$tables" != 0 ]; then
	echo "The database holds $tables tables already. Nothing was changed. Make an empty one with createdb, and name that." >&2
	exit 1
fi
pg_restore --exit-on-error --single-transaction --no-owner --dbname="$database" "$file"
psql --no-psqlrc --tuples-only --no-align --command="SELECT count(*) || ' shipments are in the restored database' FROM shipment" "$database"
