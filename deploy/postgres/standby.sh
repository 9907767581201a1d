#!/usr/bin/env bash
# Starts a standby: copies the primary when the folder is empty, and follows it from then on.
# After `select pg_promote()` it is a primary, and stays one.
set -euo pipefail
secrets=${SECRETS:-/run/secrets}
export PGPASSWORD
PGPASSWORD=$(< "$secrets/replication_password")

if [ ! -s "$PGDATA/PG_VERSION" ]; then
	find "$PGDATA" -mindepth 1 -delete
	# The slot keeps what the standby has not got yet, up to max_slot_wal_keep_size of the primary.
	psql "host=$PRIMARY port=${PGPORT:-5432} user=replication dbname=postgres replication=true" -qc \
		"CREATE_REPLICATION_SLOT standby PHYSICAL RESERVE_WAL" || true
	pg_basebackup -h "$PRIMARY" -p "${PGPORT:-5432}" -U replication -D "$PGDATA" -S standby -X stream -c fast -R
	chmod 700 "$PGDATA"
	if [ "$(id -u)" = 0 ]; then chown -R postgres:postgres "$PGDATA"; fi
fi
exec "${ENTRYPOINT:-docker-entrypoint.sh}" "$@"
