import { randomUUID } from 'node:crypto';
import { accessEvents, accountId, type Principal } from '@cotejo/access-contracts';
import { mayHold } from '@cotejo/access-domain';
import { ACCESS_WAKE, accessChangesTopic } from '@cotejo/access-server';
import { codeClaimEvents } from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import {
  auditEntities,
  auditListTopic,
  auditPorts,
  AUDIT_PRESENCE_WAKE,
  auditPresenceTopic,
  AuditRoomHost,
  AuditRooms,
  AuditsModule,
  auditsProjector,
  auditSummaryTopic,
  changeLogTopic,
  EmptyTrash,
  evaluationListTopic,
  ownPlansTopic,
  readTeammates,
  type AuditsServices,
} from '@cotejo/audits-server';
import { createAuditModel, type AuditModel } from '@cotejo/audits-domain';
import { createUpcaster } from '@cotejo/event-store/upcast';
import { NodeLanguages, readsOfAll } from '@cotejo/event-store';
import { connectionShares, personPace } from '@cotejo/http/shares';
import { LiveHub, LiveModule, TopicRegistry, type Topic, type WakeSource } from '@cotejo/live/server';
import { StoredFiles, type Uploads } from '@cotejo/files/server';
import { ProjectionRunner, ProjectionSignals, type Projector } from '@cotejo/projections';
import {
  PRESENCE_CHANNEL,
  PresenceRoll,
  RoomServer,
  type RoomHost,
  type RoomLog,
} from '@cotejo/rooms/server';
import { worksheetsContractsTranslations } from '@cotejo/worksheets-contracts/translations';
import { worksheetSlices } from '@cotejo/worksheets-domain';
import {
  attachmentsTopic,
  CatalogueImports,
  CatalogueReader,
  MENTIONS_WAKE,
  mentionsTopic,
  noteTallies,
  reviewNotesTopic,
  SeenMentions,
  TextGates,
  TextVault,
  worksheetEntities,
  keptFilesSealer,
  worksheetSealers,
  WorksheetsModule,
  worksheetsProjector,
  WorksheetTexts,
  type WorksheetTextsOptions,
  worksheetTextsTopic,
} from '@cotejo/worksheets-server';
import type { DynamicModule } from '@nestjs/common';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ClosingStack } from './configuration/closing-stack.ts';
import { openDataSource } from './configuration/open-data-source.ts';
import { CONNECTION_LIMITS, type Foundation } from './foundation.ts';
import type { MetricsOptions } from './http/metrics.ts';
import { manifests } from './manifests.ts';
import { openManifests, type OpenManifests } from './open-manifests.ts';
import { openUploads } from './open-uploads.ts';

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
  /** What the manifests opened. */
  readonly opened: OpenManifests;
  /** Where texts are written without their rooms, and files kept that nobody uploads; and what all is read from. */
  readonly seeding: {
    readonly pool: pg.Pool;
    readonly vault: TextVault;
    readonly files: StoredFiles;
    readonly readers: readonly ProjectionRunner[];
  };
  readonly uploads: Uploads;
  /** Takes up what was under way when the last server stopped: not for commands beside a running one. */
  begin(): Promise<void>;
  /** Answers what rooms were asked and sends everybody away; nobody comes in any more. */
  leave(): Promise<void>;
  /** Part of readiness: name → whether it holds. */
  ready(): Readonly<Record<string, boolean>>;
  readonly gauges: MetricsOptions['gauges'];
}

export type TextTimes = NonNullable<WorksheetTextsOptions['times']>;

export interface ContextsOptions {
  readonly foundation: Foundation;
  readonly log: Logger;
  readonly closing: ClosingStack;
  /** See `StartOptions`. */
  readonly leastWaitMs?: number | undefined;
  readonly textTimes?: TextTimes | undefined;
}

const READ_POOL_SIZE = 10;

/** Starts rooms, projections and feeds; they stop before what they stand on. */
export async function openContexts({
  foundation,
  log,
  closing,
  leastWaitMs,
  textTimes,
}: ContextsOptions): Promise<Contexts> {
  const { access, pool, store, database } = foundation;
  const clock = foundation.clock.now;
  const directory = access.state;

  const model = createAuditModel(worksheetSlices);
  const own = createUpcaster(manifests.map(({ vocabulary }) => vocabulary));
  const reads = readsOfAll(model.events.reads, accessEvents.reads, codeClaimEvents.reads, own.reads);
  const languages = new NodeLanguages({ database: pool, node: randomUUID(), reads, log });
  closing.add('node', () => languages.stop());
  await languages.start();
  for (const writer of [access.admin.changes, access.userLog]) {
    writer.askBeforeWriting((type, version) => languages.everyoneReads(type, version));
  }

  const vault = new TextVault(pool, clock);
  const gates = new TextGates({
    pool,
    vault,
    fault: (error, key) => log.error({ err: error, ...key }, 'texts could not be brought to rest'),
  });
  access.admin.account.alsoStored((accounts) => vault.storage(accounts));
  const pace = personPace();
  const rooms = new AuditRooms({
    store,
    pace,
    directory,
    model,
    isReadable: (type, schemaVersion) => languages.everyoneReads(type, schemaVersion),
    sealers: {
      ...worksheetSealers(vault, gates, (account, bytes) =>
        access.storageAllows(accountId.parse(account), bytes),
      ),
      restore_attachment: keptFilesSealer({ pool, files: foundation.files.store }),
    },
    clock,
    log: roomLog(log),
    mayJudge: () => directory.knowsEnoughForIntents(),
    settings: { patience: foundation.mostPauseMs },
  });
  closing.add('audit rooms', () => rooms.stop());
  await rooms.start();

  const db = await openDataSource({
    url: database.appUrl,
    entities: [
      ...auditEntities,
      ...worksheetEntities,
      ...manifests.flatMap(({ tables }) => tables.map(({ entity }) => entity)),
    ],
    synchronize: false,
    poolSize: READ_POOL_SIZE,
    applicationName: 'cotejo-read',
    extra: CONNECTION_LIMITS,
  });
  closing.add('read models', () => db.destroy());

  access.associates.learnFrom((account, user) => readTeammates(db, account, user));

  const signals = new ProjectionSignals(database.appUrl, log);
  const present = new PresenceRoll({
    node: randomUUID(),
    send: (messages) =>
      pool.query('select pg_notify($1, said) from unnest($2::text[]) said', [PRESENCE_CHANNEL, messages]),
  });
  signals.alsoHear(PRESENCE_CHANNEL, (payload) => present.heard(payload));
  closing.add('projection signals', () => signals.stop());
  await signals.start();
  const run = (projector: Projector): ProjectionRunner => {
    const ownerUrl = database.ownerUrl;
    const runner = new ProjectionRunner({ store, pool, ownerUrl, projector, log, signals, leastWaitMs });
    closing.add(`projector ${projector.name}`, () => runner.stop());
    runner.start();
    return runner;
  };
  const projection = run(auditsProjector);
  const worksheets = run(worksheetsProjector);
  const opened = openManifests({
    ...{ access, store, db, pool, run, clock, log, languages },
    runners: () => runners,
  });
  const runners: readonly ProjectionRunner[] = [projection, worksheets, ...opened.runners];
  const notes = noteTallies({ db, projection: worksheets });
  const words = [auditsContractsTranslations, worksheetsContractsTranslations];
  const audits: AuditsServices = { store, db, rooms, directory, clock, projection, notes, words };
  const ports = auditPorts(audits);

  const trash = new EmptyTrash({ rooms, db, pool, projection, clock, log });
  closing.add('trash', () => trash.stop());
  trash.start();

  const reader = new CatalogueReader(foundation.mostImportedItems);
  const imports = new CatalogueImports({ audits: ports, directory, clock, log, reader });
  closing.add('imports', () => imports.stop());
  await imports.start();

  const texts = new WorksheetTexts({
    audits: ports,
    vault,
    gates,
    pool,
    connectionString: database.appUrl,
    incarnation: (await store.identity()).incarnation,
    log: roomLog(log),
    ...(textTimes && { times: textTimes }),
  });
  const uploads = openUploads({ foundation, audits: ports, db, vault, projection: worksheets, clock, log });

  const seenMentions = new SeenMentions();
  const topics = new TopicRegistry<Principal>()
    .register(auditListTopic(db, directory, notes))
    .register(evaluationListTopic(db, directory, notes))
    .register(auditSummaryTopic(audits))
    .register(auditPresenceTopic({ db, directory, rooms: present }))
    .register(changeLogTopic(db, directory))
    .register(ownPlansTopic(db))
    .register(accessChangesTopic(directory.recent))
    .register(reviewNotesTopic({ audits: ports, db, vault, directory }))
    .register(mentionsTopic({ audits: ports, db, vault, directory }))
    .register(worksheetTextsTopic({ audits: ports, db, vault, directory }))
    .register(attachmentsTopic({ audits: ports, db, vault, directory }));
  for (const topic of opened.topics) topics.register(topic);
  const redeem = (ticket: string): Promise<Principal | null> => access.tickets.redeem(ticket);
  const current = ({ sessionId }: Principal): Principal | null =>
    sessionId === null ? null : directory.principalOfSession(sessionId);
  const wake: WakeSource = {
    onProjected(listener) {
      const stops = [
        signals.onProjected(listener),
        directory.recent.onNoted(() => listener(ACCESS_WAKE)),
        present.onChanged(() => listener(AUDIT_PRESENCE_WAKE)),
        seenMentions.onSeen(() => listener(MENTIONS_WAKE)),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
  const hub = new LiveHub<Principal>({
    topics,
    wake,
    log,
    currentPrincipal: current,
    may: mayHold,
    pause: directory,
    share: connectionShares(),
    pace,
  });
  const hosts: RoomHost<Principal>[] = [new AuditRoomHost(rooms), texts];
  const doors = new RoomServer<Principal>({
    hosts,
    redeem,
    may: mayHold,
    sessionOf: ({ sessionId }) => sessionId,
    mayJudge: () => directory.knowsEnoughForIntents(),
    isPaused: () => directory.isPaused,
    share: connectionShares(),
    pace,
    holderOf: ({ accountId, userId }) => ({ person: `${accountId} ${userId}`, account: accountId }),
    onIntent: (principal) => access.seen(principal),
    onPresence: (kind, id, people) => present.set(`${kind}/${id}`, people),
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

  // During a pause this node may not know that a user lost a right; sockets of such users are closed before it ends.
  directory.onPause((isPaused) => {
    const figures = { rooms: doors.connectionCount, feeds: hub.figures.sockets };
    log.warn(
      figures,
      isPaused ? 'behind the log of access: everybody waits' : 'the log of access is heard again',
    );
    if (!isPaused) doors.release();
  });
  directory.onLost(() => {
    const figures = { rooms: doors.connectionCount, feeds: hub.figures.sockets };
    if (figures.rooms + figures.feeds === 0) return;
    log.warn(figures, 'behind the log of access for too long: everybody is sent away');
    doors.sendAway();
    hub.sendAway();
  });

  return {
    modules: [
      LiveModule.register({ hub, redeem }),
      AuditsModule.register(audits),
      WorksheetsModule.register({
        audits: ports,
        db,
        vault,
        directory,
        imports,
        texts,
        files: foundation.files.store,
        projection: worksheets,
        clock,
        seenMentions,
      }),
      opened.module,
    ],
    rooms: doors,
    hosts,
    topics: topics.list(),
    intents: model.rights,
    audits,
    imports,
    opened,
    seeding: {
      pool,
      vault,
      files: new StoredFiles({ database: pool, store: foundation.files.store, now: clock }),
      readers: runners,
    },
    uploads,
    async begin() {
      closing.add('uploads', () => uploads.stop());
      await uploads.start();
      closing.add('texts', () => texts.stop());
      await texts.start();
      closing.add('presence', () => present.stop());
      present.start();
    },
    async leave() {
      // First what was asked is settled and answered, then everybody is sent to another node.
      doors.shut();
      await imports.stop();
      await texts.rest();
      await rooms.stop();
      await doors.drain();
    },
    ready: () => ({
      projections: runners.every(({ state }) => ['owner', 'standby'].includes(state)),
      clock: foundation.clock.isMachineRight,
    }),
    gauges: {
      cotejo_room_connections: { help: 'Open room connections', read: () => doors.connectionCount },
      cotejo_clock_ahead_seconds: {
        help: "Seconds by which this machine's clock is ahead of the database's",
        read: () => foundation.clock.machineAheadMs / 1_000,
      },
      cotejo_live_sockets: { help: 'Open sockets of the live feed', read: () => hub.figures.sockets },
    },
  };
}

const roomLog =
  (log: Logger): RoomLog =>
  (level, message, details) =>
    log[level](details, message);
