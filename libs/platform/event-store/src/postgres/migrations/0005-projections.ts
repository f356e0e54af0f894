/**
 * Per projection: the generation of tables that is read, and the one being built beside it. `live_version` is the
 * version of the code that wrote the live rows. Generation numbers are never reused.
 */
export const projections = /* sql */ `
create table es.projection (
  projector text collate "C" primary key,
  live_generation integer not null,
  live_version integer not null,
  live_since timestamptz not null default clock_timestamp(),
  building_generation integer,
  building_version integer,
  building_since timestamptz,
  last_generation integer not null,
  check ((building_generation is null) = (building_version is null)),
  check (last_generation >= greatest(live_generation, building_generation))
);
insert into es.projection (projector, live_generation, live_version, last_generation)
  select projector, max(generation), 1, max(generation) from es.checkpoint group by projector;

alter table es.checkpoint add column incarnation uuid;
comment on column es.checkpoint.incarnation is
  'of the store that position belongs to: after a restore or a move of the log positions mean something else';
`;
