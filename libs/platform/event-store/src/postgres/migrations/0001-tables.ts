/**
 * Tables of the log. `position` is dense and in commit order: `es.append` assigns it under one lock, counting on from
 * the last event. A deletion of events (the purge of a stream) must therefore keep the last one.
 */
export const tables = /* sql */ `
create table es.store (
  singleton boolean primary key default true check (singleton),
  store_id uuid not null default gen_random_uuid(),
  incarnation uuid not null default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp()
);
insert into es.store default values;

create table es.stream (
  stream_id text collate "C" primary key,
  version bigint not null,
  link bytea not null check (octet_length(link) = 32),
  recorded_us bigint not null
) with (fillfactor = 70);

create table es.event (
  position bigint primary key,
  stream_id text collate "C" not null,
  version bigint not null check (version >= 0),
  event_id uuid not null unique,
  type text collate "C" not null,
  schema_version integer not null,
  data jsonb not null,
  meta jsonb not null,
  recorded_at timestamptz not null,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  link bytea not null check (octet_length(link) = 32),
  size integer not null,
  unique (stream_id, version)
);
comment on column es.event.size is 'bytes of the canonical JSON that content_hash covers';

create table es.command (
  id text collate "C" primary key,
  intent_hash text collate "C" not null,
  stream_id text collate "C" not null,
  version bigint not null,
  outcome jsonb not null,
  settled_at timestamptz not null default clock_timestamp()
);
create index command_settled_at on es.command (settled_at);

create table es.snapshot (
  stream_id text collate "C" not null,
  state_version integer not null,
  version bigint not null,
  link bytea not null,
  state json not null,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (stream_id, state_version, version)
);

create table es.checkpoint (
  projector text collate "C" not null,
  generation integer not null,
  store_id uuid,
  position bigint not null default 0,
  epoch bigint not null default 0,
  owner text,
  lease_until timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (projector, generation)
);

create table es.parked (
  projector text collate "C" not null,
  generation integer not null,
  stream_id text collate "C" not null,
  position bigint not null,
  attempts integer not null default 1,
  error text not null,
  parked_at timestamptz not null default clock_timestamp(),
  primary key (projector, generation, stream_id)
);

create function es.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'es.event is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on es.event
  for each statement execute function es.refuse_change();
`;
