/**
 * When Postgres itself holds the log, only `es.append` may write heads and command outcomes: a page from another log,
 * or one that names no store, is refused. Otherwise anyone with the application's password could rewrite them.
 */
export const kurrentGuard = /* sql */ `
-- Takes a page in: {store, after, to, count, events: [[id, stream, version]],
-- heads: [[stream, version, link, recorded]], commands: [{i, h, s, v, o, t}]}. Answers how far the index is: a
-- page that does not follow on it was brought by another node already, or its beginning is missing.
create or replace function es.kurrent_advance(p jsonb) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  known es.kurrent_index;
begin
  if exists (select from es.event) then
    raise exception 'this database holds an event log of its own' using errcode = 'ES010';
  end if;
  select * into known from es.kurrent_index for update;
  if not found or known.store_id is distinct from (p->>'store')::uuid then
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
`;
