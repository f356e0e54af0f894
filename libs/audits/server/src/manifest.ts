import { ACCESS_DIRECTORY, ASSOCIATES, type Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  AUDITS,
  auditVocabulary,
  CHANGE_WORDS,
  codeClaimVocabulary,
  EVIDENCE_INDEX,
  INTENT_SEALERS,
  NOTE_TALLIES,
  SEALED_TEXTS,
} from '@cotejo/audits-contracts';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { AUDIT_SLICES, createAuditModel } from '@cotejo/audits-domain';
import { port } from '@cotejo/record/port';
import { provide, serverContext, type Ground } from '@cotejo/record/server';
import { roomLog } from '@cotejo/rooms/server';
import { auditControllers } from './audit-controllers.ts';
import { WORK_CALENDARS } from '@cotejo/structure-domain';
import type { AuditsServices } from './audits-services.ts';
import { AuditFillings } from './carry/audit-fillings.ts';
import { otherAudits } from './copy/other-audits.ts';
import { auditListTopic, evaluationListTopic } from './feeds/audit-list-topic.ts';
import { AUDIT_PRESENCE_WAKE, auditPresenceTopic } from './feeds/audit-presence-topic.ts';
import { auditSummaryTopic } from './feeds/audit-summary-topic.ts';
import { auditTeamTopic } from './feeds/audit-team-topic.ts';
import { auditTimeTopic } from './feeds/audit-time-topic.ts';
import { changeLogTopic } from './feeds/change-log-topic.ts';
import { ownPlansTopic } from './feeds/own-plans-topic.ts';
import { auditPorts } from './ports/audit-ports.ts';
import { auditReferences } from './ports/audit-references.ts';
import { auditsProjector } from './read-models/audits-projector.ts';
import { readRatingScale } from './ratings/read-rating-scale.ts';
import { ratingLevels } from './ratings/rating-levels.ts';
import { grantReadModels } from './read-models/migrations/0001-create-read-models.ts';
import { readTeammates } from './read-models/reads/read-teammates.ts';
import { auditEntities, auditMigrations } from './read-models/tables/schema.ts';
import { AuditRoomHost } from './room/audit-room-host.ts';
import { AuditRooms } from './room/audit-rooms.ts';
import { EmptyTrash } from './trash/empty-trash.ts';

/** Use cases of audits, for imports, seeds and commands. */
export const AUDITS_SERVICES = port<AuditsServices>('services of audits');

export const auditsContext = serverContext<Principal>('audits', {
  vocabulary: { ...auditVocabulary, ...codeClaimVocabulary },
  entities: auditEntities,
  migrations: auditMigrations,
  grant: grantReadModels,
  projectors: [auditsProjector],
  records: [ratingLevels],
  errors: [auditErrors],
  provides: [
    provide(AUDITS_SERVICES, openServices),
    provide(AUDITS, ({ the }) => auditPorts(the(AUDITS_SERVICES))),
    provide(
      ASSOCIATES,
      ({ db }) =>
        (account, user) =>
          readTeammates(db, account, user),
    ),
    provide(CHANGE_WORDS, () => auditsContractsTranslations),
  ],
  references: (ground) => auditReferences(ground),
  calls: ({ the }) => auditControllers(the(AUDITS_SERVICES)),
  feeds({ the, present }) {
    const services = the(AUDITS_SERVICES);
    const { db, directory, notes } = services;
    return [
      auditListTopic(db, directory, notes),
      evaluationListTopic(db, directory, notes),
      auditSummaryTopic(services),
      auditTeamTopic(db, directory, services.texts),
      auditTimeTopic(db, directory),
      auditPresenceTopic({ db, directory, rooms: present }),
      changeLogTopic(db, directory),
      ownPlansTopic(db),
    ];
  },
  wakes: ({ present }) => [(listener) => present.onChanged(() => listener(AUDIT_PRESENCE_WAKE))],
  rooms: ({ the }) => [new AuditRoomHost(the(AUDITS_SERVICES).rooms)],
  jobs: {
    trash: {
      // More often than it matters: a node that slept at its hour looks when it wakes.
      cron: '17 * * * *',
      run: ({ the, pool, log }, signal) => new EmptyTrash({ ...the(AUDITS_SERVICES), pool, log }).run(signal),
    },
  },
  async start({ the, closing, recheck, log }) {
    const { rooms, projection, fillings } = the(AUDITS_SERVICES);
    closing.add('audit rooms', () => rooms.stop());
    closing.add('audits being filled', () => fillings.stop());
    await rooms.start();
    // Feeds judge by the read models: asked again once these hold the change.
    rooms.onTeamChanged(({ stream, version, user }) => {
      projection
        .waitFor(stream, version)
        .then(() => recheck(user))
        .catch((error: unknown) => log.warn({ err: error }, 'feeds were not judged again'));
    });
  },
  settle: ({ the }) => the(AUDITS_SERVICES).rooms.stop(),
});

function openServices(ground: Ground<Principal>): AuditsServices {
  const { the, all, store, db, clock, documents } = ground;
  const directory = the(ACCESS_DIRECTORY);
  const rooms = new AuditRooms({
    ...{ store, directory, clock },
    model: createAuditModel(all(AUDIT_SLICES).flat()),
    sealers: Object.fromEntries(all(INTENT_SEALERS).flatMap((sealers) => Object.entries(sealers))),
    isReadable: ground.isReadable,
    mayJudge: ground.mayJudge,
    pace: ground.pace,
    settings: { patience: ground.settings.mostPauseMs },
    log: roomLog(ground.log),
  });
  rooms.consult(otherAudits(db));
  const projection = ground.projection(auditsProjector);
  return {
    ...{ store, db, rooms, directory, clock, documents, projection },
    calendars: the(WORK_CALENDARS),
    fillings: new AuditFillings({ rooms, projection, log: roomLog(ground.log) }),
    notes: the(NOTE_TALLIES),
    evidence: the(EVIDENCE_INDEX),
    texts: the(SEALED_TEXTS),
    ratings: (account) => readRatingScale(db, account),
    words: all(CHANGE_WORDS),
  };
}
