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
  auditTeamTopic,
  auditTimeTopic,
  changeLogTopic,
  EmptyTrash,
  evaluationListTopic,
  ownPlansTopic,
  readTeammates,
  type AuditsServices,
} from '@cotejo/audits-server';
import { createAuditModel, type AuditModel } from '@cotejo/audits-domain';
import { documentTurns } from '@cotejo/documents/server';
import { createUpcaster } from '@cotejo/event-store/upcast';
import { NodeLanguages, readsOfAll } from '@cotejo/event-store';
import { connectionShares, personPace } from '@cotejo/http/shares';
import { JobRunner } from '@cotejo/jobs';
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
import { jobsOf } from './jobs.ts';
import { manifests } from './manifests.ts';
import { openManifests, type OpenManifests } from './open-manifests.ts';
import { openUploads } from './open-uploads.ts';

/** The product's contexts, wired to each other by `openContexts`: the only module that knows all of them. */
export interface Contexts {
  readonly modules: readonly DynamicModule[];
  readonly rooms: RoomServer<Principal>;
  /** Hosts of the kinds of rooms. */
  readonly hosts: readonly RoomHost<Principal>[];
  readonly topics: readonly Topic<Principal>[];
  /** Rights that each kind of intent requires. */
  readonly intents: AuditModel['rights'];
  /** Use cases of audits, for imports, seeds and commands. */
  readonly audits: AuditsServices;
  readonly imports: CatalogueImports;
  /** Opened contexts of the manifests. */
  readonly opened: OpenManifests;
  /**
   * Direct access for the seed: writes texts without rooms and stores files without uploads; `readers` are
   * all projections.
   */
  readonly seeding: {
    readonly pool: pg.Pool;
    readonly vault: TextVault;
    readonly files: StoredFiles;
    readonly readers: readonly ProjectionRunner[];
  };
  readonly uploads: Uploads;
  /** Resumes work that the last shutdown interrupted; not for commands beside a running server. */
  begin(): Promise<void>;
  /** Answers pending intents and disconnects all clients; new connections are refused. */
  leave(): Promise<void>;
  /** Contribution to readiness: name → whether it is ready. */
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

/** Starts rooms, projections and feeds; they stop before the services they depend on. */
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
  const documents = documentTurns();
  const jobs = new JobRunner({ pool, log });
  const opened = openManifests({
    ...{ access, store, db, pool, run, clock, log, languages, documents, jobs },
    runners: () => runners,
  });
  const runners: readonly ProjectionRunner[] = [projection, worksheets, ...opened.runners];
  const notes = noteTallies({ db, projection: worksheets });
  const words = [auditsContractsTranslations, worksheetsContractsTranslations];
  const audits: AuditsServices = {
    ...{ store, db, rooms, directory, clock, projection, notes, words, documents, texts: vault },
  };
  const ports = auditPorts(audits);
  const trash = new EmptyTrash({ rooms, db, pool, projection, clock, log });

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
    .register(auditTeamTopic(db, directory, vault))
    .register(auditTimeTopic(db, directory))
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
  // Feeds judge by the read models: asked again once these hold the change.
  rooms.onTeamChanged(({ stream, version, user }) => {
    projection
      .waitFor(stream, version)
      .then(() => hub.recheck(user))
      .catch((error: unknown) => log.warn({ err: error }, 'feeds were not judged again'));
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
  // Clients reconnect with a new ticket, whose rights are judged again.
  directory.onAccessChanged(({ sessions }) => {
    for (const session of sessions) {
      doors.closeSession(session);
      hub.closeSession(session);
    }
  });

  // During a pause this node may miss the loss of a right; sockets of affected users are closed before the
  // pause ends.
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
      closing.add('jobs', () => jobs.stop());
      await jobs.start(jobsOf({ access, trash, pool, clock }));
      closing.add('presence', () => present.stop());
      present.start();
    },
    async leave() {
      // Pending requests are settled and answered before clients are sent to another node.
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
