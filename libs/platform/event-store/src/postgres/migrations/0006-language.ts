/**
 * Who can read what, and what was answered to whom. `es.node` holds what each living node reads, so that a new
 * type or version of an event is written only once all of them can follow. `es.answer` holds answers to calls
 * that may be repeated; an answer is null while its call is under way, by whoever claimed it until then.
 */
export const language = /* sql */ `
create table es.node (
  node_id uuid primary key,
  reads jsonb not null,
  seen_at timestamptz not null default clock_timestamp()
);
comment on column es.node.reads is 'event type -> newest schema version that the node can read';

create table es.answer (
  id text collate "C" primary key,
  request_hash text collate "C" not null,
  claim uuid not null,
  claimed_until timestamptz not null,
  status integer,
  body json,
  answered_at timestamptz,
  check ((status is null) = (answered_at is null))
);
create index answer_answered_at on es.answer (coalesce(answered_at, claimed_until));
`;
