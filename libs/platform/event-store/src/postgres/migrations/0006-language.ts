/**
 * `es.node` holds the event versions that each living node can read, so that a new type or version is written only once
 * all nodes can read it. `es.answer` holds answers to calls that may be repeated; the status is null while
 * the call is in progress, claimed by `claim` until `claimed_until`.
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
