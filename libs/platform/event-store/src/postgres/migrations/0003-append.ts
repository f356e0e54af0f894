import { POSITION_LOCK } from './0002-append.ts';

/**
 * `es.append` writes a group of requests, at most one per stream, in one transaction and answers each.
 *
 * Input: the clock in microseconds (null: the server's), `locked` to take the lock before checking. One entry per
 * member: stream, expected version (-1 no stream, -2 any, -3 exists), number of events (0 for a confirmation). One
 * entry per event, in the order of the members: its member and its place in it (both from 1) and the stored fields.
 * Then the commands, `[{m, id, h, o?}]` with the member counted from 0, or null.
 *
 * Output: `{verdicts, base, olds, heads, worked}`, lists in the order of the members. A verdict is null for a member
 * that was written, else one of `{replayed: [version, position, link]}`, `{conflict: actual, settled?: [ids]}`,
 * `{reused: [command ids]}`, `{taken: true}` (event id); the list is null when all were written. Written events follow
 * position `base`, in order; `olds` are the streams' versions before, `heads` the links after. `worked` is the duration
 * in milliseconds, the commit not included.
 *
 * Checks and hashing come first, against committed state; then the lock, and under it only writes that verify those
 * checks. No transaction holds a row lock while waiting for the advisory lock, so deadlocks are impossible. A check
 * overtaken by another node raises ES002: the caller sends the members again one by one, `locked`.
 *
 * Work common to every group is done for all members at once; loops are for groups in which a member is refused or has
 * several events.
 */
export const appendInArrays = /* sql */ `
drop function es.append(jsonb);
drop function es.already_written(text, jsonb, text[], int, int, boolean, boolean);

create function es.append(
  now_us bigint, locked boolean, streams text[], expected bigint[], counts int[],
  members int[], nths int[], ids uuid[], types text[], schema_versions int[], datas jsonb[], metas jsonb[],
  hashes bytea[], sizes int[], commands jsonb
) returns json
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- Plans are made once, while the tables may still be empty: only index lookups stay right as they grow.
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  clock constant bigint := coalesce(now_us, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  settles constant boolean := commands is not null;
  -- one entry a member; a null verdict means that it is written
  verdicts jsonb[] := array_fill(null::jsonb, array[cardinality(streams)]);
  olds bigint[]; heads bytea[]; moments bigint[];
  -- one entry an event; a null place marks one that is not written
  places int[]; links bytea[];
  r record;
  starting int;
  refused boolean;
  before int := 0;
  written int := 0;
  writing int := 0;
  previous bytea;
  first_version bigint;
  stamp bytea;
  verdict jsonb;
  base bigint;
  expected_rows int;
  touched int;
  touched_more int := 0;
  void text;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'es.append needs READ COMMITTED: under % it would not see the last position',
      current_setting('transaction_isolation') using errcode = 'ES001';
  end if;
  if locked then
    perform pg_advisory_xact_lock(${POSITION_LOCK});
  end if;

  if settles then
    for r in
      select (c.value->>'m')::int + 1 as member, count(*) as total, count(s.id) as known,
             array_agg(s.id) filter (where s.intent_hash <> c.value->>'h') as reused,
             bool_and(s.outcome = coalesce(c.value->'o', 'null')) as same_outcome,
             array_agg(s.id) filter (where s.id is not null) as known_ids,
             (array_agg(s.stream_id order by s.version desc nulls last))[1] as stream_id,
             max(s.version) as version
        from jsonb_array_elements(commands) c left join es.command s on s.id = c.value->>'id'
       group by 1 having count(s.id) > 0
    loop
      if r.reused is not null then
        verdict := jsonb_build_object('reused', to_jsonb(r.reused));
      elsif r.known < r.total or (counts[r.member] = 0 and not r.same_outcome) then
        verdict := jsonb_build_object('conflict', coalesce(
          (select version from es.stream where stream_id = streams[r.member]), -1), 'settled', to_jsonb(r.known_ids));
      else
        verdict := jsonb_build_object('replayed', coalesce(
          (select jsonb_build_array(version, position, encode(link, 'hex'))
             from es.event where stream_id = r.stream_id and version = r.version),
          jsonb_build_array(r.version, 0, encode(sha256(convert_to(r.stream_id, 'UTF8')), 'hex'))));
      end if;
      verdicts[r.member] := verdict;
    end loop;
  end if;

  select array_agg(m.old), array_agg(m.head), array_agg(m.moment), bool_or(not m.fits), count(*) filter (where m.old < 0),
         array_agg(sha256(m.head || int8send(m.old + 1) || int8send(m.moment) || hashes[m.ord]))
    into olds, heads, moments, refused, starting, links
    from (select t.ord, coalesce(s.version, -1) as old,
                 coalesce(s.link, sha256(convert_to(t.stream, 'UTF8'))) as head,
                 greatest(clock, s.recorded_us) as moment,
                 case t.expected when -2 then true when -3 then s.version is not null
                   else t.expected = coalesce(s.version, -1) end as fits
            from unnest(streams, expected) with ordinality t(stream, expected, ord)
            left join es.stream s on s.stream_id = t.stream
           order by t.ord) m;

  if refused or locked then
    for i in 1..cardinality(streams) loop
      verdict := verdicts[i];
      if verdict is null then
        if not (case expected[i] when -2 then true when -3 then olds[i] >= 0 else expected[i] = olds[i] end) then
          verdict := jsonb_build_object('conflict', olds[i]);
          -- The commands were looked up before the streams: the writer that moved this one may have settled them.
          if settles and not locked and exists (
            select from jsonb_array_elements(commands) c join es.command s on s.id = c.value->>'id'
             where (c.value->>'m')::int = i - 1) then
            raise exception 'another node was faster' using errcode = 'ES002';
          end if;
        end if;
        if counts[i] > 0 and (verdict is not null or locked) then
          verdict := coalesce(es.written_before(
            streams[i], ids[before + 1:before + counts[i]], hashes[before + 1:before + counts[i]],
            repeatable => not (settles and commands @> jsonb_build_array(jsonb_build_object('m', i - 1))),
            about_to_write => locked), verdict);
        end if;
        verdicts[i] := verdict;
      end if;
      before := before + counts[i];
    end loop;
  end if;
  if array_position(verdicts, null) is null then
    return json_build_object('verdicts', verdicts);
  end if;

  if cardinality(ids) = cardinality(streams) and counts = array_fill(1, array[cardinality(counts)])
     and num_nonnulls(variadic verdicts) = 0 then
    heads := links;
    places := members;
    written := cardinality(ids);
    writing := written;
  else
    -- Filled first: an array that begins with its third element is unnested as if that were the first.
    places := array_fill(null::int, array[cardinality(ids)]);
    links := array_fill(null::bytea, array[cardinality(ids)]);
    before := 0;
    for i in 1..cardinality(streams) loop
      if verdicts[i] is not null then
        before := before + counts[i];
        counts[i] := 0;
      elsif counts[i] > 0 then
        writing := writing + 1;
        previous := heads[i];
        first_version := olds[i];
        stamp := int8send(moments[i]);
        for n in 1..counts[i] loop
          before := before + 1;
          written := written + 1;
          previous := sha256(previous || int8send(first_version + n) || stamp || hashes[before]);
          links[before] := previous;
          places[before] := written;
        end loop;
        heads[i] := previous;
      end if;
    end loop;
  end if;

  -- Assigned, not performed: an expression costs a fraction of a statement.
  void := pg_advisory_xact_lock(${POSITION_LOCK});
  select position into base from es.event order by position desc limit 1;
  base := coalesce(base, 0);

  if written > 0 then
    if starting > 0 then
      insert into es.stream (stream_id, version, link, recorded_us)
        select t.stream, t.old + t.n, t.head, t.moment
          from unnest(streams, olds, counts, heads, moments) t(stream, old, n, head, moment)
         where t.n > 0 and t.old = -1
        on conflict do nothing;
      get diagnostics touched_more = row_count;
    end if;
    update es.stream s set version = t.old + t.n, link = t.head, recorded_us = t.moment
      from unnest(streams, olds, counts, heads, moments) t(stream, old, n, head, moment)
     where t.n > 0 and t.old >= 0 and s.stream_id = t.stream and s.version = t.old;
    get diagnostics touched = row_count;
    if touched + touched_more <> writing then
      raise exception 'another node was faster' using errcode = 'ES002';
    end if;

    insert into es.event (position, stream_id, version, event_id, type, schema_version, data, meta,
                          recorded_at, content_hash, link, size)
      select base + t.place, streams[t.member], olds[t.member] + t.nth, t.id, t.type, t.schema_version, t.data, t.meta,
             timestamptz 'epoch' + moments[t.member] * interval '1 microsecond', t.hash, t.link, t.size
        from unnest(places, members, nths, ids, types, schema_versions, datas, metas, hashes, links, sizes)
             t(place, member, nth, id, type, schema_version, data, meta, hash, link, size)
       where t.place is not null;
    void := pg_notify('es_event', (base + written)::text);
  end if;

  if settles then
    -- A confirmation holds only while its stream stays where it was judged.
    select count(*) into expected_rows
      from unnest(streams, counts, olds, verdicts) t(stream, n, old, verdict) join es.stream s on s.stream_id = t.stream
     where t.n = 0 and t.verdict is null and s.version <> t.old;
    select count(*) into touched_more
      from jsonb_array_elements(commands) c where verdicts[(c.value->>'m')::int + 1] is null;
    insert into es.command (id, intent_hash, stream_id, version, outcome, settled_at)
      select c.value->>'id', c.value->>'h', streams[m.member], olds[m.member] + counts[m.member],
             coalesce(c.value->'o', 'null'), timestamptz 'epoch' + clock * interval '1 microsecond'
        from jsonb_array_elements(commands) c, lateral (select (c.value->>'m')::int + 1 as member) m
       where verdicts[m.member] is null
      on conflict do nothing;
    get diagnostics touched = row_count;
    if expected_rows > 0 or touched <> touched_more then
      raise exception 'another node was faster' using errcode = 'ES002';
    end if;
  end if;

  return json_build_object('base', base, 'olds', olds, 'heads', heads,
    'worked', extract(epoch from clock_timestamp() - statement_timestamp()) * 1000,
    'verdicts', case when num_nonnulls(variadic verdicts) > 0 then verdicts end);
end $$;

-- A repeated request without commands is recognised by its events: same ids, same content, same order.
-- Null when none of them is in the log or, unless the caller is about to write them, when they differ.
create function es.written_before(stream text, ids uuid[], hashes bytea[], repeatable boolean, about_to_write boolean)
returns jsonb language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  found_events bigint;
  is_same boolean;
  last_event jsonb;
begin
  select count(*),
         count(*) = cardinality(ids) and bool_and(e.stream_id = stream and e.content_hash = t.hash)
           and max(e.version - t.ord) = min(e.version - t.ord),
         (array_agg(jsonb_build_array(e.version, e.position, encode(e.link, 'hex')) order by t.ord desc))[1]
    into found_events, is_same, last_event
    from unnest(ids, hashes) with ordinality t(id, hash, ord) join es.event e on e.event_id = t.id;
  if found_events > 0 and repeatable and is_same then
    return jsonb_build_object('replayed', last_event);
  elsif found_events > 0 and about_to_write then
    return jsonb_build_object('taken', true);
  end if;
  return null;
end $$;

revoke execute on function es.append(bigint, boolean, text[], bigint[], int[], int[], int[], uuid[], text[], int[],
  jsonb[], jsonb[], bytea[], int[], jsonb) from public;
revoke execute on function es.written_before(text, uuid[], bytea[], boolean, boolean) from public;
`;
