#!/bin/sh
# Run once by the database's container, in an empty volume: the portal's own role, which is no superuser, and its
# database. Its extensions (citext, pg_trgm) are trusted: the owner of a database creates them.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$PORTAL_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role portal login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database portal owner portal;
revoke all on database portal from public;
SQL
