/** Seconds during which a claim keeps other calls from settling the command in another way. */
const CLAIM_SECONDS = 15;
/** Shorter expiry between two appends to one stream, where the stream's version admits only one of them anyway. */
const SHARED_SECONDS = 4;

/**
 * Claims move to an unlogged table, so that taking one does not wait for the disk. PostgreSQL empties such a table
 * after a crash, and with it `es.kurrent_claim_epoch`: the first claim afterwards begins a new epoch. For the time that
 * a lost claim would have held, nothing can be claimed; by then an append under a lost claim is in the log or failed.
 * The answer names the epoch: a node that sees a new one must read the log to its end before it trusts its own index.
 */
export const kurrentClaims = /* sql */ `
alter table es.kurrent_claim set unlogged;

create unlogged table es.kurrent_claim_epoch (
  singleton boolean primary key default true check (singleton),
  epoch uuid not null default gen_random_uuid(),
  began_at timestamptz not null default clock_timestamp()
);
insert into es.kurrent_claim_epoch (began_at) values ('-infinity');

-- Asked {s: stream, k: kind, t: token, c: [command ids], e: [event ids]}; answered
-- {epoch, head: [version, link, recorded] | null, settled: [...], busy: [ids], old: [ids],
-- events: [[id, stream, version]]}. The commands are claimed unless one of them is settled or claimed by somebody
-- else; \`old\` are those whose claim was somebody else's before.
create or replace function es.kurrent_claim(p jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked constant text[] := array(select jsonb_array_elements_text(p->'c') order by 1);
  mine constant uuid := (p->>'t')::uuid;
  epoch es.kurrent_claim_epoch;
  others text[];
  got text[] := '{}';
  settled jsonb;
begin
  select * into epoch from es.kurrent_claim_epoch;
  if not found then
    insert into es.kurrent_claim_epoch default values on conflict do nothing;
    select * into epoch from es.kurrent_claim_epoch;
  end if;
  select coalesce(array_agg(command_id), '{}') into others
    from es.kurrent_claim where command_id = any (asked) and token <> mine;
  if epoch.began_at < clock_timestamp() - interval '${CLAIM_SECONDS} seconds' then
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
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('i', id, 'h', intent_hash, 's', stream_id, 'v', version, 'o', outcome)), '[]')
    into settled from es.command where id = any (asked);
  if cardinality(got) < cardinality(asked) or settled <> '[]' then
    perform es.kurrent_release(mine, got);
  end if;
  return jsonb_build_object(
    'epoch', epoch.epoch,
    'settled', settled,
    'busy', (select coalesce(jsonb_agg(id), '[]') from unnest(asked) id where id <> all (got)),
    'old', (select coalesce(jsonb_agg(id), '[]') from unnest(got) id where id = any (others)),
    'head', (select jsonb_build_array(version::text, encode(link, 'hex'), recorded_us::text)
               from es.stream where stream_id = p->>'s'),
    'events', (select coalesce(jsonb_agg(jsonb_build_array(e.event_id, e.stream_id, e.version::text)), '[]')
                 from jsonb_array_elements_text(p->'e') asked_event(id)
                 join es.kurrent_event e on e.event_id = asked_event.id::uuid));
end $$;
`;
