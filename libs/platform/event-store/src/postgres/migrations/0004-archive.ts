import { POSITION_LOCK } from './0002-append.ts';

/**
 * Purging a stream and importing a log, for the owner and the roles that it names; never for the application.
 *
 * `es.withheld` keeps the fields of a purged stream that the chain needs. A deletion of events is refused unless it is
 * a purge, and even then unless each event is present in `es.withheld`. `es.import_events` writes only events that
 * follow the stream's head; verifying content hashes is left to the caller, which has the canonical JSON.
 *
 * Error codes: ES001 isolation, ES003 does not follow or is another log's, ES004 cannot be purged.
 */
export const archive = /* sql */ `
create table es.withheld (
  position bigint primary key,
  stream_id text collate "C" not null,
  version bigint not null check (version >= 0),
  recorded_at timestamptz not null,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  link bytea not null check (octet_length(link) = 32),
  unique (stream_id, version)
);

create or replace function es.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'event' and current_setting('es.purging', true) = 'on' then
    return null;
  end if;
  raise exception 'es.% is append-only: % refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on es.withheld
  for each statement execute function es.refuse_change();

create function es.refuse_loss() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone e where not exists (
      select from es.withheld w
       where w.position = e.position and w.stream_id = e.stream_id and w.version = e.version
         and w.recorded_at = e.recorded_at and w.content_hash = e.content_hash and w.link = e.link)) then
    raise exception 'es.event is append-only: an event that goes leaves its skeleton'
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger leaves_skeleton after delete on es.event referencing old table as gone
  for each statement execute function es.refuse_loss();

alter table es.store add column importing boolean not null default false;
comment on column es.store.importing is 'an import into this log is not finished: no server may work on it';

create function es.last_position() returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select greatest(coalesce((select position from es.event order by position desc limit 1), 0),
                  coalesce((select position from es.withheld order by position desc limit 1), 0))
$$;

create function es.withhold(purged text) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  withheld bigint;
begin
  insert into es.withheld (position, stream_id, version, recorded_at, content_hash, link)
    select position, stream_id, version, recorded_at, content_hash, link from es.event where stream_id = purged;
  get diagnostics withheld = row_count;
  perform set_config('es.purging', 'on', true);
  delete from es.event e using es.withheld w
   where e.stream_id = purged and w.stream_id = purged and w.version = e.version;
  perform set_config('es.purging', 'off', true);
  return withheld;
end $$;

-- Answers how many events lost their content. The record is an event like any other: its content hash is over
-- canonical JSON, which for these few texts and numbers is what to_json writes, keys in order.
create function es.purge_stream(purged text, reason text, by text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  log constant text := 'log-purges';
  withheld bigint;
  head es.stream%rowtype;
  log_head es.stream%rowtype;
  record_id constant uuid := gen_random_uuid();
  now_us constant bigint := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  record_data text;
  record_meta text;
  canonical text;
  hash bytea;
  moment bigint;
  next_version bigint;
  next_link bytea;
  next_position bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'es.purge_stream needs READ COMMITTED' using errcode = 'ES001';
  end if;
  if purged in (log, 'log-seals') then
    raise exception 'the stream % belongs to the log itself', purged using errcode = 'ES004';
  end if;
  if coalesce(btrim(reason), '') = '' or length(reason) > 2000 or coalesce(btrim(by), '') = '' or length(by) > 255 then
    raise exception 'a purge names its reason and who ordered it' using errcode = 'ES004';
  end if;

  -- Most of the work comes before the lock: nobody who appends should wait for it.
  withheld := es.withhold(purged);
  perform pg_advisory_xact_lock(${POSITION_LOCK});
  withheld := withheld + es.withhold(purged);
  if withheld = 0 then
    raise exception 'the stream % holds nothing', purged using errcode = 'ES004';
  end if;
  select * into strict head from es.stream where stream_id = purged;
  delete from es.snapshot where stream_id = purged;
  delete from es.parked where stream_id = purged;
  -- In the order of their ids, as whoever forgets commands takes them.
  with known as (select id from es.command where stream_id = purged order by id for update)
  delete from es.command c using known where c.id = known.id;

  record_data := format('{"events":%s,"link":"%s","reason":%s,"stream":%s,"version":%s}',
    withheld, encode(head.link, 'hex'), to_json(reason), to_json(purged), head.version);
  record_meta := format('{"actor":%s,"at":"%s"}', to_json(by),
    to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  canonical := format('{"data":%s,"id":"%s","meta":%s,"schemaVersion":1,"type":"StreamPurged"}',
    record_data, record_id, record_meta);
  hash := sha256(convert_to(canonical, 'UTF8'));
  select * into log_head from es.stream where stream_id = log;
  next_version := coalesce(log_head.version, -1) + 1;
  moment := greatest(now_us, log_head.recorded_us);
  next_link := sha256(coalesce(log_head.link, sha256(convert_to(log, 'UTF8')))
    || int8send(next_version) || int8send(moment) || hash);
  next_position := es.last_position() + 1;
  insert into es.stream (stream_id, version, link, recorded_us) values (log, next_version, next_link, moment)
    on conflict (stream_id) do update
      set version = excluded.version, link = excluded.link, recorded_us = excluded.recorded_us;
  insert into es.event (position, stream_id, version, event_id, type, schema_version, data, meta, recorded_at,
                        content_hash, link, size)
    values (next_position, log, next_version, record_id, 'StreamPurged', 1, record_data::jsonb, record_meta::jsonb,
            timestamptz 'epoch' + moment * interval '1 microsecond', hash, next_link,
            octet_length(convert_to(canonical, 'UTF8')));
  perform pg_notify('es_event', next_position::text);
  return withheld;
end $$;

create function es.adopt(adopted uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(${POSITION_LOCK});
  if es.last_position() > 0 and not exists (select from es.store where store_id = adopted) then
    raise exception 'the log holds events of another store' using errcode = 'ES003';
  end if;
  update es.store set store_id = adopted, incarnation = gen_random_uuid(), importing = true;
  -- Made against the empty log that stood here: rows of read models there are none.
  delete from es.checkpoint where store_id is distinct from adopted;
end $$;

create function es.finish_import() returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update es.store set importing = false
$$;

-- Rows to write, each with what it must follow: {s, v, u, h, l, z?, e?}, e being absent for withheld events.
create function es.rows_to_import(p jsonb)
returns table (ord bigint, stream_id text, version bigint, moment bigint, hash bytea, link bytea, event jsonb,
               size int, is_new boolean, before_version bigint, before_moment bigint, before_link bytea)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select i.*, i.version > coalesce(s.version, -1),
         coalesce(lag(i.version) over w, s.version, -1),
         coalesce(lag(i.moment) over w, s.recorded_us, i.moment),
         coalesce(lag(i.link) over w, s.link, sha256(convert_to(i.stream_id, 'UTF8')))
    from (select t.ord, t.r->>'s' as stream_id, (t.r->>'v')::bigint as version, (t.r->>'u')::bigint as moment,
                 decode(t.r->>'h', 'hex') as hash, decode(t.r->>'l', 'hex') as link, t.r->'e' as event,
                 (t.r->>'z')::int as size
            from jsonb_array_elements(p) with ordinality t(r, ord)) i
    left join es.stream s on s.stream_id = i.stream_id
  -- Those that stand there already follow from nothing here.
  window w as (partition by i.stream_id, i.version > coalesce(s.version, -1) order by i.ord)
$$;

create function es.import_events(p jsonb) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp
-- Plans are cached while the tables may still be empty: only index lookups stay right as they grow.
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  wrong record;
  base bigint;
  written bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'es.import_events needs READ COMMITTED' using errcode = 'ES001';
  end if;
  perform pg_advisory_xact_lock(${POSITION_LOCK});
  select r.stream_id, r.version into wrong from es.rows_to_import(p) r
   where case when r.is_new
           then r.version <> r.before_version + 1 or r.moment < r.before_moment
             or r.link <> sha256(r.before_link || int8send(r.version) || int8send(r.moment) || r.hash)
           else r.link is distinct from coalesce(
             (select e.link from es.event e where e.stream_id = r.stream_id and e.version = r.version),
             (select h.link from es.withheld h where h.stream_id = r.stream_id and h.version = r.version))
         end
   order by r.ord limit 1;
  if found then
    raise exception 'event % of % does not follow, or stands there differently', wrong.version, wrong.stream_id
      using errcode = 'ES003';
  end if;

  base := es.last_position();
  with fresh as materialized (
    select row_number() over (order by r.ord) as place, r.*,
           timestamptz 'epoch' + r.moment * interval '1 microsecond' as recorded_at
      from es.rows_to_import(p) r where r.is_new
  ), heads as (
    insert into es.stream (stream_id, version, link, recorded_us)
      select distinct on (f.stream_id) f.stream_id, f.version, f.link, f.moment
        from fresh f order by f.stream_id, f.version desc
      on conflict (stream_id) do update
        set version = excluded.version, link = excluded.link, recorded_us = excluded.recorded_us
  ), skeletons as (
    insert into es.withheld (position, stream_id, version, recorded_at, content_hash, link)
      select base + f.place, f.stream_id, f.version, f.recorded_at, f.hash, f.link from fresh f where f.event is null
  ), events as (
    insert into es.event (position, stream_id, version, event_id, type, schema_version, data, meta, recorded_at,
                          content_hash, link, size)
      select base + f.place, f.stream_id, f.version, (f.event->>'id')::uuid, f.event->>'type',
             (f.event->>'schemaVersion')::int, f.event->'data', f.event->'meta', f.recorded_at, f.hash, f.link, f.size
        from fresh f where f.event is not null
  )
  select count(*) into written from fresh;
  return written;
end $$;

create function es.import_commands(p jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into es.command (id, intent_hash, stream_id, version, outcome)
    select c.value->>'id', c.value->>'intentHash', c.value->>'stream', (c.value->>'version')::bigint, c.value->'outcome'
      from jsonb_array_elements(p) c
    on conflict (id) do nothing;
  if exists (select from jsonb_array_elements(p) c join es.command k on k.id = c.value->>'id'
              where k.intent_hash <> c.value->>'intentHash' or k.version <> (c.value->>'version')::bigint) then
    raise exception 'a command stands there differently' using errcode = 'ES003';
  end if;
end $$;

revoke execute on function
  es.last_position(), es.withhold(text), es.purge_stream(text, text, text), es.adopt(uuid), es.finish_import(),
  es.rows_to_import(jsonb), es.import_events(jsonb), es.import_commands(jsonb)
from public;
`;
