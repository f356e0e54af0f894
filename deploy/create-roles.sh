#!/bin/sh
# Run once by the postgres image on a new volume: the roles and grants that the embedded database gets too
# (libs/platform/database/src/database-roles.ts).
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" <<'SQL'
create role cotejo_owner login password :'owner';
create role cotejo_app login password :'app';
alter database cotejo owner to cotejo_owner;
revoke all on database cotejo from public;
grant connect on database cotejo to cotejo_app;
alter schema public owner to cotejo_owner;
revoke all on schema public from public;
grant usage on schema public to cotejo_app;
alter default privileges for role cotejo_owner in schema public
  grant select, insert, update, delete on tables to cotejo_app;
alter default privileges for role cotejo_owner in schema public
  grant usage, select on sequences to cotejo_app;
SQL
