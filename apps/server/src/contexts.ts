import { randomUUID } from 'node:crypto';
import { accessEvents, type Principal } from '@cotejo/access-contracts';
import { mayHold } from '@cotejo/access-domain';
import { LOGO_UPLOAD } from '@cotejo/access-server';
import { codeClaimEvents } from '@cotejo/audits-contracts';
import {
  auditEntities,
  auditListTopic,
  auditPorts,
  AuditRoomHost,
  AuditRooms,
  AuditsModule,
  auditsProjector,
  changeLogTopic,
  EmptyTrash,
  evaluationListTopic,
  ownPlansTopic,
  readTeammates,
  type AuditsServices,
} from '@cotejo/audits-server';
import { createAuditModel, type AuditModel } from '@cotejo/audits-domain';
import { NodeLanguages, readsOfAll } from '@cotejo/event-store';
import { LiveHub, LiveModule, TopicRegistry, type Topic } from '@cotejo/live/server';
import { OperationsModule } from '@cotejo/operations-server';
import { ProjectionRunner, ProjectionSignals, type Projector } from '@cotejo/projections';
import { RoomServer, type RoomHost, type RoomLog } from '@cotejo/rooms/server';
import { worksheetSlices } from '@cotejo/worksheets-domain';
import {
  CATALOGUE_UPLOAD,
  CatalogueImports,
  reviewNotesTopic,
  TextVault,
  worksheetEntities,
  worksheetSealers,
  WorksheetsModule,
  worksheetsProjector,
} from '@cotejo/worksheets-server';
import type { DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import pg from 'pg';
import { DataSource } from 'typeorm';
import type { ClosingStack } from './configuration/closing-stack.ts';
import { WatchfulPool } from './configuration/watchful-pool.ts';
import { CONNECTION_LIMITS, type Foundation } from './foundation.ts';
import type { MetricsOptions } from './http/metrics.ts';

/** The contexts of the product, wired to each other: the only place that knows them all. */
export interface Contexts {
  readonly modules: readonly DynamicModule[];
  readonly rooms: RoomServer<Principal>;
  /** Kinds of rooms. */
  readonly hosts: readonly RoomHost<Principal>[];
  readonly topics: readonly Topic<Principal>[];
  /** What every kind of intent asks of a person's rights. */
  readonly intents: AuditModel['rights'];
  /** What use cases of audits work with: for imports, seeds and commands. */
  readonly audits: AuditsServices;
  readonly imports: CatalogueImports;
  /** Answers what rooms were asked and sends everybody away; nobody comes in any more. */
  leave(): Promise<void>;
  /** Part of readiness: name → whether it holds. */
  ready(): Readonly<Record<string, boolean>>;
  readonly gauges: MetricsOptions['gauges'];
  /** Paths of uploads, whose doors read the body themselves. */
  readonly unreadBodies: readonly RegExp[];
}

export interface ContextsOptions {
  readonly foundation: Foundation;
  readonly log: Logger;
  readonly closing: ClosingStack;
  /** See `StartOptions`. */
  readonly clock?: (() => Date) | undefined;
}

const READ_POOL_SIZE = 10;

/** Starts rooms, projections and feeds; they stop before what they stand on. */
export async function openContexts({
  foundation,
  log,
  closing,
  clock = () => new Date(),
}: ContextsOptions): Promise<Contexts> {
  const { access, pool, store, database } = foundation;
  const directory = access.state;

  const model = createAuditModel(worksheetSlices);
  const reads = readsOfAll(model.events.reads, accessEvents.reads, codeClaimEvents.reads);
  const languages = new NodeLanguages({ database: pool, node: randomUUID(), reads, log });
  closing.add('node', () => languages.stop());
  await languages.start();
  for (const writer of [access.admin.changes, access.userLog]) {
    writer.askBeforeWriting((type, version) => languages.everyoneReads(type, version));
  }

  const vault = new TextVault(pool, clock);
  access.admin.account.alsoStored((accounts) => vault.storage(accounts));
  const rooms = new AuditRooms({
    store,
    directory,
    model,
    isReadable: (type, schemaVersion) => languages.everyoneReads(type, schemaVersion),
    sealers: worksheetSealers(vault),
    clock,
    log: roomLog(log),
  });
  closing.add('audit rooms', () => rooms.stop());
  await rooms.start();

  const db = new DataSource({
    type: 'postgres',
    url: database.appUrl,
    entities: [...auditEntities, ...worksheetEntities],
    synchronize: false,
    poolSize: READ_POOL_SIZE,
    applicationName: 'cotejo-read',
    extra: CONNECTION_LIMITS,
    driver: { ...pg, Pool: WatchfulPool },
  });
  await db.initialize();
  closing.add('read models', () => db.destroy());

  access.associates.learnFrom((account, user) => readTeammates(db, account, user));

  const signals = new ProjectionSignals(database.appUrl, log);
  closing.add('projection signals', () => signals.stop());
  await signals.start();
  const run = (projector: Projector): ProjectionRunner => {
    const ownerUrl = database.ownerUrl;
    const runner = new ProjectionRunner({ store, pool, ownerUrl, projector, log, signals });
    closing.add(`projector ${projector.name}`, () => runner.stop());
    runner.start();
    return runner;
  };
  const projection = run(auditsProjector);
  const worksheets = run(worksheetsProjector);
  const runners = [projection, worksheets];
  const audits: AuditsServices = { store, db, rooms, directory, clock, projection };
  const ports = auditPorts(audits);

  const trash = new EmptyTrash({ rooms, db, pool, projection, clock, log });
  closing.add('trash', () => trash.stop());
  trash.start();

  const imports = new CatalogueImports({ audits: ports, directory, clock, log });
  closing.add('imports', () => imports.stop());
  await imports.start();

  const topics = new TopicRegistry<Principal>()
    .register(auditListTopic(db, directory))
    .register(evaluationListTopic(db, directory))
    .register(changeLogTopic(db, directory))
    .register(ownPlansTopic(db))
    .register(reviewNotesTopic({ audits: ports, db, vault, directory }));
  const redeem = (ticket: string): Promise<Principal | null> => access.tickets.redeem(ticket);
  const current = ({ sessionId }: Principal): Principal | null =>
    sessionId === null ? null : directory.principalOfSession(sessionId);
  const hub = new LiveHub<Principal>({ topics, wake: signals, log, currentPrincipal: current, may: mayHold });
  const hosts = [new AuditRoomHost(rooms)];
  const doors = new RoomServer<Principal>({
    hosts,
    redeem,
    may: mayHold,
    sessionOf: ({ sessionId }) => sessionId,
    onIntent: (principal) => access.seen(principal),
    log: roomLog(log),
  });
  directory.onSessionEnded((session) => {
    doors.closeSession(session);
    hub.closeSession(session);
  });
  // They come back with a new ticket, and what it stands for is judged anew.
  directory.onAccessChanged(({ sessions }) => {
    for (const session of sessions) {
      doors.closeSession(session);
      hub.closeSession(session);
    }
  });

  return {
    modules: [
      LiveModule.register({ hub, redeem }),
      AuditsModule.register(audits),
      WorksheetsModule.register({ audits: ports, db, vault, directory, imports, projection: worksheets }),
      OperationsModule.register({ store, pool, runners, clock, log }),
    ],
    rooms: doors,
    hosts,
    topics: topics.list(),
    intents: model.rights,
    audits,
    imports,
    async leave() {
      // First what was asked is settled and answered, then everybody is sent to another node.
      doors.shut();
      await imports.stop();
      await rooms.stop();
      await doors.drain();
    },
    ready: () => ({ projections: runners.every(({ state }) => ['owner', 'standby'].includes(state)) }),
    gauges: {
      cotejo_room_connections: { help: 'Open room connections', read: () => doors.connectionCount },
      cotejo_live_sockets: { help: 'Open sockets of the live feed', read: () => hub.figures.sockets },
    },
    unreadBodies: [CATALOGUE_UPLOAD, LOGO_UPLOAD],
  };
}

const roomLog =
  (log: Logger): RoomLog =>
  (level, message, details) =>
    log[level](details, message);
