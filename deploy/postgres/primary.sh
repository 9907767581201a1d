#!/usr/bin/env bash
# Runs once, when the primary's folder is made: the shop's role and database, and the role of the standby.
set -euo pipefail
secrets=${SECRETS:-/run/secrets}

psql -v ON_ERROR_STOP=1 -U postgres \
	-v shop="$(< "$secrets/shop_password")" -v replication="$(< "$secrets/replication_password")" <<'SQL'
create role raumzeit login password :'shop';
create database raumzeit owner raumzeit;
create role replication login replication password :'replication';
SQL
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
