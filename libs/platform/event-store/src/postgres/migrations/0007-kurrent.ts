/** Seconds during which a claim keeps other calls from settling the command in another way. */
const CLAIM_SECONDS = 15;
/** Shorter expiry between two appends to one stream, where the stream's version admits only one of them anyway. */
const SHARED_SECONDS = 4;

/**
 * Side tables for a log in KurrentDB, which has neither commands nor unique event ids. `es.kurrent_index` holds the
 * position up to which the log is indexed; each page is applied once, whichever node delivers it: heads to `es.stream`,
 * commands to `es.command`, event ids to `es.kurrent_event`. Everything except commands that settled without an event
 * can be rebuilt from the log.
 *
 * `es.kurrent_claim` holds commands that a call is about to settle, until the index has them. So a command that is
 * neither claimed nor in `es.command` was never settled, however far the index lags. An expired claim, of a node that
 * vanished, may be taken over by the first call that has read the log to its end.
 */
export const kurrent = /* sql */ `
create table es.kurrent_index (
  singleton boolean primary key default true check (singleton),
  store_id uuid not null,
  incarnation uuid not null,
  position bigint not null default -1,
  events bigint not null default 0,
  importing boolean not null default false
);
comment on column es.kurrent_index.importing is 'an import into this log is not finished: no server may work on it';
comment on column es.kurrent_index.position is 'of the last event taken in; -1 before the first';

create table es.kurrent_event (
  event_id uuid primary key,
  stream_id text collate "C" not null,
  version bigint not null
);

create table es.kurrent_claim (
  command_id text collate "C" primary key,
  stream_id text collate "C" not null,
  kind text not null check (kind in ('append', 'confirm')),
  token uuid not null,
  claimed_at timestamptz not null default clock_timestamp()
);

-- Binds this database to a store. Raises ES010 when Postgres itself holds a log, ES011 when another store's
-- log was indexed here, ES012 while an import is unfinished, unless it is the import that asks. A new
-- incarnation of the same store is indexed anew.
create function es.kurrent_open(store uuid, new_incarnation uuid, is_archive boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  known es.kurrent_index;
begin
  if exists (select from es.event) then
    raise exception 'this database holds an event log of its own' using errcode = 'ES010';
  end if;
  insert into es.kurrent_index (store_id, incarnation) values (store, new_incarnation) on conflict do nothing;
  select * into known from es.kurrent_index for update;
  if known.store_id <> store then
    raise exception 'this database belongs to the store %', known.store_id using errcode = 'ES011';
  end if;
  if known.importing and not is_archive then
    raise exception 'an import into this log was broken off' using errcode = 'ES012';
  end if;
  if known.incarnation <> new_incarnation then
    delete from es.kurrent_event;
    delete from es.kurrent_claim;
    delete from es.stream;
    update es.kurrent_index set incarnation = new_incarnation, position = -1, events = 0;
  end if;
end $$;

-- The log becomes the continuation of another; what was indexed of it stays. ES011 when it holds events of yet
-- another store.
create function es.kurrent_adopt(store uuid, new_incarnation uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  known es.kurrent_index;
begin
  select * into known from es.kurrent_index for update;
  if known.store_id <> store and known.events > 0 then
    raise exception 'the log holds events of the store %', known.store_id using errcode = 'ES011';
  end if;
  update es.kurrent_index set store_id = store, incarnation = new_incarnation, importing = true;
  -- Made against the empty log that stood here: rows of read models there are none.
  delete from es.checkpoint where store_id is distinct from store;
end $$;

create function es.kurrent_finish() returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update es.kurrent_index set importing = false
$$;

-- Takes a page in: {store, after, to, count, events: [[id, stream, version]],
-- heads: [[stream, version, link, recorded]], commands: [{i, h, s, v, o, t}]}. Answers how far the index is: a
-- page that does not follow on it was brought by another node already, or its beginning is missing.
create function es.kurrent_advance(p jsonb) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  known es.kurrent_index;
begin
  select * into known from es.kurrent_index for update;
  if known.store_id is distinct from (p->>'store')::uuid then
    raise exception 'this database belongs to the store %', known.store_id using errcode = 'ES011';
  end if;
  if known.position <> (p->>'after')::bigint then
    return known.position;
  end if;
  insert into es.kurrent_event (event_id, stream_id, version)
    select (e->>0)::uuid, e->>1, (e->>2)::bigint from jsonb_array_elements(p->'events') e
    on conflict do nothing;
  insert into es.stream (stream_id, version, link, recorded_us)
    select h->>0, (h->>1)::bigint, decode(h->>2, 'hex'), (h->>3)::bigint from jsonb_array_elements(p->'heads') h
    on conflict (stream_id) do update
      set version = excluded.version, link = excluded.link, recorded_us = excluded.recorded_us
      where es.stream.version < excluded.version;
  -- What the log says of a command outweighs everything else that may be known of it.
  insert into es.command (id, intent_hash, stream_id, version, outcome, settled_at)
    select c->>'i', c->>'h', c->>'s', (c->>'v')::bigint, c->'o',
           timestamptz 'epoch' + (c->>'t')::bigint * interval '1 microsecond'
      from jsonb_array_elements(p->'commands') c
    on conflict (id) do update
      set intent_hash = excluded.intent_hash, stream_id = excluded.stream_id, version = excluded.version,
          outcome = excluded.outcome;
  delete from es.kurrent_claim where command_id in (select c->>'i' from jsonb_array_elements(p->'commands') c);
  update es.kurrent_index set position = (p->>'to')::bigint, events = events + (p->>'count')::bigint;
  return (p->>'to')::bigint;
end $$;

create function es.kurrent_release(holder uuid, commands text[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with mine as (select command_id from es.kurrent_claim
                 where command_id = any (commands) and token = holder order by command_id for update)
  delete from es.kurrent_claim c using mine where c.command_id = mine.command_id;
$$;

-- Asked {s: stream, k: kind, t: token, c: [command ids], e: [event ids]}; answered
-- {head: [version, link, recorded] | null, settled: [...], busy: [ids], old: [ids], events: [[id, stream, version]]}.
-- The commands are claimed unless one of them is settled or claimed by somebody else; \`old\` are those whose
-- claim was somebody else's before.
create function es.kurrent_claim(p jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked constant text[] := array(select jsonb_array_elements_text(p->'c') order by 1);
  mine constant uuid := (p->>'t')::uuid;
  others text[];
  got text[];
  settled jsonb;
begin
  select coalesce(array_agg(command_id), '{}') into others
    from es.kurrent_claim where command_id = any (asked) and token <> mine;
  -- Claimed first, looked up afterwards: a claim that went because its command was taken into the index must
  -- not make that command look new.
  with claimed as (
    insert into es.kurrent_claim as known (command_id, stream_id, kind, token)
      select id, p->>'s', p->>'k', mine from unnest(asked) id
      on conflict (command_id) do update
        set stream_id = excluded.stream_id, kind = excluded.kind, token = excluded.token,
            claimed_at = excluded.claimed_at
        where known.token = excluded.token
           or known.claimed_at < clock_timestamp() - interval '${CLAIM_SECONDS} seconds'
           or (known.stream_id = excluded.stream_id and known.kind = 'append' and excluded.kind = 'append'
               and known.claimed_at < clock_timestamp() - interval '${SHARED_SECONDS} seconds')
      returning command_id
  ) select coalesce(array_agg(command_id), '{}') into got from claimed;
  select coalesce(jsonb_agg(jsonb_build_object('i', id, 'h', intent_hash, 's', stream_id, 'v', version, 'o', outcome)), '[]')
    into settled from es.command where id = any (asked);
  if cardinality(got) < cardinality(asked) or settled <> '[]' then
    perform es.kurrent_release(mine, got);
  end if;
  return jsonb_build_object(
    'settled', settled,
    'busy', (select coalesce(jsonb_agg(id), '[]') from unnest(asked) id where id <> all (got)),
    'old', (select coalesce(jsonb_agg(id), '[]') from unnest(got) id where id = any (others)),
    'head', (select jsonb_build_array(version::text, encode(link, 'hex'), recorded_us::text)
               from es.stream where stream_id = p->>'s'),
    'events', (select coalesce(jsonb_agg(jsonb_build_array(e.event_id, e.stream_id, e.version::text)), '[]')
                 from jsonb_array_elements_text(p->'e') asked_event(id)
                 join es.kurrent_event e on e.event_id = asked_event.id::uuid));
end $$;

-- Settles commands that wrote no event, or that another log brought along: [{i, h, s, v, o, t?}]. Answers how
-- many were new.
create function es.kurrent_settle(commands jsonb) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added integer;
begin
  if exists (select from es.event) then
    raise exception 'this database holds an event log of its own' using errcode = 'ES010';
  end if;
  insert into es.command (id, intent_hash, stream_id, version, outcome, settled_at)
    select c->>'i', c->>'h', c->>'s', (c->>'v')::bigint, c->'o',
           coalesce(timestamptz 'epoch' + (c->>'t')::bigint * interval '1 microsecond', clock_timestamp())
      from jsonb_array_elements(commands) c
    on conflict do nothing;
  get diagnostics added = row_count;
  delete from es.kurrent_claim where command_id in (select c->>'i' from jsonb_array_elements(commands) c);
  return added;
end $$;

revoke execute on function
  es.kurrent_open(uuid, uuid, boolean), es.kurrent_adopt(uuid, uuid), es.kurrent_finish(), es.kurrent_advance(jsonb),
  es.kurrent_release(uuid, text[]), es.kurrent_claim(jsonb), es.kurrent_settle(jsonb)
from public;
`;
