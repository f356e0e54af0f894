import { randomUUID } from 'node:crypto';
import {
  isStaff,
  type AccountId,
  type PermissionKey,
  type Principal,
  type UserId,
} from '@cotejo/access-contracts';
import { evaluate } from '@cotejo/access-domain';
import { ACCESS } from '@cotejo/access-server';
import { documentLimiter } from '@cotejo/documents/server';
import { NodeLanguages } from '@cotejo/event-store';
import { createUpcaster } from '@cotejo/event-store/upcast';
import { personPace } from '@cotejo/http/shares';
import { dayIn } from '@cotejo/i18n';
import { JobRunner } from '@cotejo/jobs';
import { ProjectionRunner, ProjectionSignals, type Projector } from '@cotejo/projections';
import { provide, type Ground, type Provider } from '@cotejo/record/server';
import { PRESENCE_CHANNEL, PresenceRoll, type RoomServer } from '@cotejo/rooms/server';
import { LiveModule } from '@cotejo/live/server';
import type { DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ClosingStack } from './configuration/closing-stack.ts';
import { openDataSource } from './configuration/open-data-source.ts';
import { CONNECTION_LIMITS, type Foundation } from './foundation.ts';
import { loadErrorTexts } from './http/error-texts.ts';
import type { MetricsOptions } from './http/metrics.ts';
import { manifests } from './manifests.ts';
import { storeGauges } from './http/store-gauges.ts';
import { openManifests, type OpenManifests } from './open-manifests.ts';
import { openSockets } from './open-sockets.ts';

/** The contexts of the manifests, open, with the sockets by which clients reach them. */
export interface Contexts extends Pick<OpenManifests, 'controllers' | 'topics' | 'hosts' | 'uploads'> {
  readonly live: DynamicModule;
  readonly rooms: RoomServer<Principal>;
  /** Of the contexts, for seeds, commands and tests. */
  readonly ground: Ground<Principal>;
  /** Resumes work that the last shutdown interrupted; not for commands beside a running server. */
  begin(): Promise<void>;
  /** Answers pending intents and disconnects all clients; new connections are refused. */
  leave(): Promise<void>;
  /** Contribution to readiness: name → whether it is ready. */
  ready(): Readonly<Record<string, boolean>>;
  readonly gauges: MetricsOptions['gauges'];
}

export interface ContextsOptions {
  readonly foundation: Foundation;
  readonly log: Logger;
  readonly closing: ClosingStack;
  /** See `StartOptions`; likewise `provides`. */
  readonly leastWaitMs?: number | undefined;
  readonly provides?: readonly Provider<Principal>[] | undefined;
}

const READ_POOL_SIZE = 10;

/** Starts projections, contexts and sockets; they stop before the services they depend on. */
export async function openContexts(options: ContextsOptions): Promise<Contexts> {
  const { foundation, log, closing, leastWaitMs, provides = [] } = options;
  const { access, pool, store, database } = foundation;
  const clock = foundation.clock.now;
  const directory = access.state;
  const pace = personPace();

  const { reads } = createUpcaster(manifests.map(({ vocabulary }) => vocabulary));
  const languages = new NodeLanguages({ database: pool, node: randomUUID(), reads, log });
  closing.add('node', () => languages.stop());
  await languages.start();

  const db = await openDataSource({
    url: database.appUrl,
    entities: manifests.flatMap(({ entities }) => entities),
    synchronize: false,
    poolSize: READ_POOL_SIZE,
    applicationName: 'cotejo-read',
    extra: CONNECTION_LIMITS,
  });
  closing.add('read models', () => db.destroy());

  const signals = new ProjectionSignals(database.appUrl, log);
  const present = new PresenceRoll({
    node: randomUUID(),
    send: (messages) =>
      pool.query('select pg_notify($1, said) from unnest($2::text[]) said', [PRESENCE_CHANNEL, messages]),
  });
  signals.alsoHear(PRESENCE_CHANNEL, (payload) => present.heard(payload));
  closing.add('projection signals', () => signals.stop());
  await signals.start();

  const runners = new Map<Projector, ProjectionRunner>();
  for (const projector of manifests.flatMap(({ projectors }) => projectors)) {
    const ownerUrl = database.ownerUrl;
    const runner = new ProjectionRunner({ store, pool, ownerUrl, projector, log, signals, leastWaitMs });
    closing.add(`projector ${projector.name}`, () => runner.stop());
    runner.start();
    runners.set(projector, runner);
  }

  const jobs = new JobRunner({ pool, log });
  const dayOf = (account: string, at: Date): string => dayIn(directory.timeZone(account as AccountId), at);
  const opened = openManifests(
    {
      ...{ store, db, pool, clock, log, closing, jobs, present, pace, dayOf },
      databaseUrl: database.appUrl,
      incarnation: (await store.identity()).incarnation,
      files: foundation.files,
      settings: foundation,
      texts: loadErrorTexts(),
      authenticator: access.authenticator,
      documents: documentLimiter(),
      runners: [...runners.values()],
      projection(projector) {
        const runner = runners.get(projector);
        if (runner === undefined) throw new Error(`no manifest names the projector ${projector.name}`);
        return runner;
      },
      isReadable: (type, version) => languages.everyoneReads(type, version),
      mayJudge: () => directory.knowsEnoughForIntents(),
      recheck: (user) => sockets.hub.recheck(user),
      can: (principal, permission, object) =>
        evaluate(
          principal,
          permission as PermissionKey,
          object as { createdBy?: UserId; assignee?: UserId } | undefined,
        ),
      person(account, id) {
        const person = directory.person(account as AccountId, id as UserId);
        if (person === null) return null;
        const { firstName, lastName, initials, position } = person;
        const email = directory.personalData(person.id)?.email ?? null;
        return { id, name: `${firstName} ${lastName}`.trim(), initials, position, email };
      },
      isStaff(account, id) {
        const type = directory.person(account as AccountId, id as UserId)?.userType;
        return type !== undefined && isStaff(type);
      },
    },
    [provide(ACCESS, () => access), ...provides],
  );
  const sockets = openSockets({ access, opened, signals, present, pace, log });
  await opened.start();

  const { rooms, hub } = sockets;
  const { controllers, topics, hosts, uploads, ground } = opened;
  return {
    ...{ controllers, topics, hosts, uploads, ground, rooms },
    live: LiveModule.register({ hub, redeem: sockets.redeem }),
    async begin() {
      await opened.begin();
      closing.add('jobs', () => jobs.stop());
      await jobs.start(opened.jobs);
      closing.add('presence', () => present.stop());
      present.start();
    },
    async leave() {
      // Pending requests are settled and answered before clients are sent to another node.
      rooms.shut();
      await opened.settle();
      await rooms.drain();
    },
    ready: () => ({
      projections: [...runners.values()].every(({ state }) => ['owner', 'standby'].includes(state)),
      clock: foundation.clock.isMachineRight,
    }),
    gauges: {
      cotejo_room_connections: { help: 'Open room connections', read: () => rooms.connectionCount },
      cotejo_clock_ahead_seconds: {
        help: "Seconds by which this machine's clock is ahead of the database's",
        read: () => foundation.clock.machineAheadMs / 1_000,
      },
      ...storeGauges(store),
      cotejo_live_sockets: { help: 'Open sockets of the live feed', read: () => hub.figures.sockets },
    },
  };
}
