/** Key of the advisory lock under which positions are assigned; one per database. */
export const POSITION_LOCK = '7309940855152373619';

/**
 * `es.append` writes a group of requests, at most one per stream, in one transaction and answers each.
 *
 * Input: `{now?, locked?, m: [{s, x, n, c, k?}], h: [hash], e: [event], c: [{m, id, h, o?}]}`: members with stream,
 * expected version (a number, "any" or "exists"), number of events, number of commands, and `k` for a confirmation
 * without events; then, flat and in the order of the members, content hashes, events and commands. `now` is the clock
 * in microseconds, the server's when absent; `locked` takes the lock before checking.
 *
 * Output, in the order of the members: `[version, position, link]` or one of `{replayed: [...]}`, `{conflict: actual,
 * settled?: [ids]}`, `{reused: [command ids]}`, `{taken: true}` (event id).
 *
 * Checks and hashing come first, against committed state; then the lock, and under it only writes that verify those
 * checks. No transaction holds a row lock while waiting for the advisory lock, so deadlocks are impossible. A check
 * overtaken by another node raises ES002: the caller sends the members again one by one, `locked`.
 */
export const append = /* sql */ `
create function es.append(p jsonb) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
-- Plans are cached while the tables may still be empty: only index lookups stay right as they grow.
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  clock constant bigint := coalesce((p->>'now')::bigint, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  locked constant boolean := coalesce((p->>'locked')::boolean, false);
  hashes constant text[] := array(select jsonb_array_elements_text(p->'h'));
  commands constant jsonb := p->'c';
  verdicts jsonb[] := array_fill(null::jsonb, array[jsonb_array_length(p->'m')]);
  -- one entry a member
  streams text[]; olds bigint[]; news bigint[]; heads bytea[]; moments bigint[]; counts int[];
  -- one entry an event; a null offset marks one that is not written
  offsets int[]; event_streams text[]; versions bigint[]; links bytea[]; event_moments bigint[];
  r record;
  k int := 0;
  written int := 0;
  actual bigint;
  previous bytea;
  moment bigint;
  base bigint;
  verdict jsonb;
  expected_rows int;
  touched int;
  touched_more int;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'es.append needs READ COMMITTED: under % it would not see the last position',
      current_setting('transaction_isolation') using errcode = 'ES001';
  end if;
  if locked then
    perform pg_advisory_xact_lock(${POSITION_LOCK});
  end if;

  if jsonb_array_length(commands) > 0 then
    for r in
      select (c.value->>'m')::int as member, count(*) as total, count(s.id) as known,
             array_agg(s.id) filter (where s.intent_hash <> c.value->>'h') as reused,
             bool_and(s.outcome = coalesce(c.value->'o', 'null')) as same_outcome,
             array_agg(s.id) filter (where s.id is not null) as ids,
             (array_agg(s.stream_id order by s.version desc nulls last))[1] as stream_id,
             max(s.version) as version
        from jsonb_array_elements(commands) c left join es.command s on s.id = c.value->>'id'
       group by 1 having count(s.id) > 0
    loop
      if r.reused is not null then
        verdict := jsonb_build_object('reused', to_jsonb(r.reused));
      elsif r.known < r.total or (p->'m'->r.member ? 'k' and not r.same_outcome) then
        verdict := jsonb_build_object('conflict', coalesce(
          (select version from es.stream where stream_id = p->'m'->r.member->>'s'), -1), 'settled', to_jsonb(r.ids));
      else
        verdict := jsonb_build_object('replayed', coalesce(
          (select jsonb_build_array(version, position, encode(link, 'hex'))
             from es.event where stream_id = r.stream_id and version = r.version),
          jsonb_build_array(r.version, 0, encode(sha256(convert_to(r.stream_id, 'UTF8')), 'hex'))));
      end if;
      verdicts[r.member + 1] := verdict;
    end loop;
  end if;

  for r in
    select t.ord::int as i, t.value->>'s' as stream_id, t.value->>'x' as expected, (t.value->>'n')::int as n,
           (t.value->>'c')::int as commands, s.version, s.link, s.recorded_us
      from jsonb_array_elements(p->'m') with ordinality t(value, ord)
      left join es.stream s on s.stream_id = t.value->>'s'
     order by t.ord
  loop
    actual := coalesce(r.version, -1);
    verdict := verdicts[r.i];
    if verdict is null then
      if not (r.expected = 'any' or (r.expected = 'exists' and actual >= 0) or r.expected = actual::text) then
        verdict := jsonb_build_object('conflict', actual);
        -- The commands were looked up before the streams: the writer that moved this one may have settled them.
        if r.commands > 0 and not locked and exists (
          select from jsonb_array_elements(commands) c join es.command s on s.id = c.value->>'id'
           where (c.value->>'m')::int = r.i - 1) then
          raise exception 'another node was faster' using errcode = 'ES002';
        end if;
      end if;
      if r.n > 0 and (verdict is not null or locked) then
        verdict := coalesce(
          es.already_written(r.stream_id, p->'e', hashes, k, r.n, r.commands = 0, locked), verdict);
      end if;
      verdicts[r.i] := verdict;
    end if;
    streams[r.i] := r.stream_id;
    olds[r.i] := actual;
    if verdict is not null or r.n = 0 then
      news[r.i] := actual; counts[r.i] := 0; heads[r.i] := r.link;
      for j in 1..r.n loop
        k := k + 1; offsets[k] := null;
      end loop;
    else
      previous := coalesce(r.link, sha256(convert_to(r.stream_id, 'UTF8')));
      moment := greatest(clock, r.recorded_us);
      for j in 1..r.n loop
        k := k + 1; written := written + 1;
        previous := sha256(previous || int8send(actual + j) || int8send(moment) || decode(hashes[k], 'hex'));
        offsets[k] := written; event_streams[k] := r.stream_id; versions[k] := actual + j;
        links[k] := previous; event_moments[k] := moment;
      end loop;
      news[r.i] := actual + r.n; counts[r.i] := r.n; heads[r.i] := previous; moments[r.i] := moment;
    end if;
  end loop;

  if array_position(verdicts, null) is null then
    return to_jsonb(verdicts);
  end if;
  perform pg_advisory_xact_lock(${POSITION_LOCK});
  select position into base from es.event order by position desc limit 1;
  base := coalesce(base, 0);

  if written > 0 then
    insert into es.stream (stream_id, version, link, recorded_us)
      select u.s, u.new, u.head, u.moment
        from unnest(streams, olds, news, heads, moments, counts) u(s, old, new, head, moment, n)
       where u.n > 0 and u.old = -1
      on conflict do nothing;
    get diagnostics touched = row_count;
    update es.stream t set version = u.new, link = u.head, recorded_us = u.moment
      from unnest(streams, olds, news, heads, moments, counts) u(s, old, new, head, moment, n)
     where u.n > 0 and u.old >= 0 and t.stream_id = u.s and t.version = u.old;
    get diagnostics touched_more = row_count;
    select count(*) filter (where c > 0) into expected_rows from unnest(counts) c;
    if touched + touched_more <> expected_rows then
      raise exception 'another node was faster' using errcode = 'ES002';
    end if;

    insert into es.event (position, stream_id, version, event_id, type, schema_version, data, meta,
                          recorded_at, content_hash, link, size)
      select base + t.place, t.stream_id, t.version, (t.e->>'id')::uuid, t.e->>'type',
             (t.e->>'schemaVersion')::int, t.e->'data', t.e->'meta',
             timestamptz 'epoch' + t.moment * interval '1 microsecond', decode(t.hash, 'hex'), t.link,
             (t.e->>'z')::int
        from rows from (jsonb_array_elements(p->'e'), unnest(hashes), unnest(offsets), unnest(event_streams),
                        unnest(versions), unnest(links), unnest(event_moments))
             t(e, hash, place, stream_id, version, link, moment)
       where t.place is not null;
    perform pg_notify('es_event', (base + written)::text);
  end if;

  if jsonb_array_length(commands) > 0 then
    select count(*) into expected_rows
      from jsonb_array_elements(p->'m') with ordinality m(value, ord) join es.stream s on s.stream_id = m.value->>'s'
     where m.value ? 'k' and verdicts[m.ord] is null and s.version <> olds[m.ord];
    select count(*) into touched_more
      from jsonb_array_elements(commands) c where verdicts[(c.value->>'m')::int + 1] is null;
    insert into es.command (id, intent_hash, stream_id, version, outcome)
      select c.value->>'id', c.value->>'h', streams[(c.value->>'m')::int + 1], news[(c.value->>'m')::int + 1],
             coalesce(c.value->'o', 'null')
        from jsonb_array_elements(commands) c where verdicts[(c.value->>'m')::int + 1] is null
      on conflict do nothing;
    get diagnostics touched = row_count;
    if expected_rows > 0 or touched <> touched_more then
      raise exception 'another node was faster' using errcode = 'ES002';
    end if;
  end if;

  written := 0;
  for i in 1..cardinality(verdicts) loop
    if verdicts[i] is null then
      written := written + counts[i];
      verdicts[i] := jsonb_build_array(news[i], base + written, encode(heads[i], 'hex'));
    end if;
  end loop;
  return to_jsonb(verdicts);
end $$;

-- A repeated request without commands is recognised by its events: same ids, same content, same order.
-- Null when none of them is in the log or, unless the caller is about to write them, when they differ.
create function es.already_written(stream text, events jsonb, hashes text[], skip int, n int, repeatable boolean,
                                   about_to_write boolean)
returns jsonb language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  found_events bigint;
  is_same boolean;
  last_event jsonb;
begin
  select count(*),
         count(*) = n and bool_and(e.stream_id = stream and encode(e.content_hash, 'hex') = hashes[t.ord])
           and max(e.version - t.ord) = min(e.version - t.ord),
         (array_agg(jsonb_build_array(e.version, e.position, encode(e.link, 'hex')) order by t.ord desc))[1]
    into found_events, is_same, last_event
    from generate_series(skip + 1, skip + n) t(ord) join es.event e on e.event_id = (events->(t.ord - 1)->>'id')::uuid;
  if found_events > 0 and repeatable and is_same then
    return jsonb_build_object('replayed', last_event);
  elsif found_events > 0 and about_to_write then
    return jsonb_build_object('taken', true);
  end if;
  return null;
end $$;

revoke execute on function es.append(jsonb) from public;
revoke execute on function es.already_written(text, jsonb, text[], int, int, boolean, boolean) from public;
`;
