/**
 * Outcomes of commands are kept until their clients have them, or until an idle limit. Rows are locked in the order of
 * their ids, so that two transactions that forget the same ones wait for each other instead of deadlocking.
 */
export const forget = /* sql */ `
create function es.forget(ids text[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with known as (select id from es.command where id = any (ids) order by id for update)
  delete from es.command c using known where c.id = known.id;
$$;

-- At most so many at once: the longest that a node repeating one of them could wait.
create function es.forget_idle(before timestamptz, most int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  forgotten int;
begin
  with idle as (
    select id from (select id from es.command where settled_at < before order by settled_at limit most) oldest
     order by id for update
  )
  delete from es.command c using idle where c.id = idle.id;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

revoke execute on function es.forget(text[]) from public;
revoke execute on function es.forget_idle(timestamptz, int) from public;
`;
