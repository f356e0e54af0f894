import {
  ACCESS_DIRECTORY,
  accountId,
  ACCOUNT_STORAGE,
  RESERVED_BYTES,
  STORED_BYTES,
  type Principal,
} from '@cotejo/access-contracts';
import {
  AUDITS,
  CHANGE_WORDS,
  EVIDENCE_INDEX,
  importCalls,
  INTENT_SEALERS,
  NOTE_TALLIES,
  SEALED_TEXTS,
} from '@cotejo/audits-contracts';
import { AUDIT_SLICES } from '@cotejo/audits-domain';
import { controllerOf } from '@cotejo/http/server';
import { port } from '@cotejo/record/port';
import {
  FILE_QUOTA,
  provide,
  serverContext,
  STORED_FILES,
  UPLOAD_PLACES,
  UPLOADS,
  type Ground,
} from '@cotejo/record/server';
import { roomLog } from '@cotejo/rooms/server';
import {
  attachmentCalls,
  mentionCalls,
  noteCalls,
  noteErrors,
  ownPlanTextCalls,
  pastCalls,
  stepProgrammeCalls,
  textCalls,
  worksheetErrors,
  worksheetVocabulary,
} from '@cotejo/worksheets-contracts';
import { worksheetsContractsTranslations } from '@cotejo/worksheets-contracts/translations';
import { worksheetSlices } from '@cotejo/worksheets-domain';
import { attachmentsTopic } from './attachments/attachments-topic.ts';
import { evidenceIndex } from './attachments/evidence-index.ts';
import { keptFilesSealer } from './attachments/kept-files-sealer.ts';
import { attachmentPlaces, quotaOf } from './attachments/attachment-places.ts';
import { grantWorksheetTables, worksheetMigrations } from './create-worksheet-tables.ts';
import { attachmentHandlers } from './handlers/attachments.ts';
import { importHandlers } from './handlers/import.ts';
import { mentionHandlers } from './handlers/mentions.ts';
import { noteHandlers } from './handlers/notes.ts';
import { ownPlanTextHandlers } from './handlers/own-plans.ts';
import { pastHandlers } from './handlers/past.ts';
import { stepProgrammeHandlers, textHandlers } from './handlers/texts.ts';
import { CatalogueImports } from './import/catalogue-imports.ts';
import { CatalogueReader } from './import/catalogue-reader.ts';
import { MENTIONS_WAKE, mentionsTopic, SeenMentions } from './mentions/mentions-topic.ts';
import { reviewNotesTopic } from './notes/review-notes-topic.ts';
import { noteTallies } from './notes/tally-notes.ts';
import { TextGates } from './texts/text-gates.ts';
import { TextVault } from './texts/text-vault.ts';
import { worksheetSealers } from './texts/worksheet-sealers.ts';
import { WorksheetTexts, type WorksheetTextsOptions } from './texts/worksheet-texts.ts';
import { worksheetTextsTopic } from './texts/worksheet-texts-topic.ts';
import { worksheetEntities } from './worksheet-entities.ts';
import { worksheetsProjector } from './worksheets-projector.ts';
import type { WorksheetsServices } from './worksheets-services.ts';

export const TEXT_VAULT = port<TextVault>('text vault');
export const CATALOGUE_IMPORTS = port<CatalogueImports>('catalogue imports');
/** Times of automatic revisions; the product's own where nobody provides them. */
export const TEXT_TIMES = port<NonNullable<WorksheetTextsOptions['times']>>('text times');
const TEXT_GATES = port<TextGates>('text gates');
const WORKSHEET_TEXTS = port<WorksheetTexts>('worksheet texts');
const SEEN_MENTIONS = port<SeenMentions>('seen mentions');

/** What feeds and calls read from. */
const sourcesOf = ({ the, db }: Ground<Principal>) => ({
  db,
  audits: the(AUDITS),
  vault: the(TEXT_VAULT),
  directory: the(ACCESS_DIRECTORY),
});

export const worksheetsContext = serverContext<Principal>('worksheets', {
  vocabulary: worksheetVocabulary,
  entities: worksheetEntities,
  migrations: worksheetMigrations,
  grant: grantWorksheetTables,
  projectors: [worksheetsProjector],
  errors: [worksheetErrors, noteErrors],
  provides: [
    provide(AUDIT_SLICES, () => worksheetSlices),
    provide(CHANGE_WORDS, () => worksheetsContractsTranslations),
    provide(INTENT_SEALERS, ({ the, pool, files }) => ({
      ...worksheetSealers(the(TEXT_VAULT), the(TEXT_GATES), (account, bytes) =>
        the(ACCOUNT_STORAGE).allows(accountId.parse(account), bytes),
      ),
      restore_attachment: keptFilesSealer({ pool, files: files.store }),
    })),
    provide(NOTE_TALLIES, ({ db, projection }) =>
      noteTallies({ db, projection: projection(worksheetsProjector) }),
    ),
    provide(EVIDENCE_INDEX, ({ db, projection }) =>
      evidenceIndex({ db, projection: projection(worksheetsProjector) }),
    ),
    provide(TEXT_VAULT, ({ pool, clock }) => new TextVault(pool, clock)),
    provide(SEALED_TEXTS, ({ the }) => the(TEXT_VAULT)),
    provide(
      TEXT_GATES,
      ({ the, pool, log }) =>
        new TextGates({
          pool,
          vault: the(TEXT_VAULT),
          fault: (error, key) => log.error({ err: error, ...key }, 'texts could not be brought to rest'),
        }),
    ),
    provide(WORKSHEET_TEXTS, openTexts),
    provide(SEEN_MENTIONS, () => new SeenMentions()),
    provide(CATALOGUE_IMPORTS, ({ the, settings, clock, log }) => {
      const reader = new CatalogueReader(settings.mostImportedItems);
      return new CatalogueImports({
        ...{ clock, log, reader },
        audits: the(AUDITS),
        directory: the(ACCESS_DIRECTORY),
      });
    }),
    provide(UPLOAD_PLACES, (ground: Ground<Principal>) => attachmentPlaces(ground, ground.the(TEXT_VAULT))),
    provide(
      FILE_QUOTA,
      ({ the }) =>
        (account) =>
          quotaOf(the(ACCOUNT_STORAGE), the(STORED_FILES), accountId.parse(account)),
    ),
    provide(
      STORED_BYTES,
      ({ the }) =>
        (accounts) =>
          the(TEXT_VAULT).storage(accounts),
    ),
    provide(
      STORED_BYTES,
      ({ the }) =>
        (accounts) =>
          the(STORED_FILES).storage(accounts),
    ),
    provide(
      RESERVED_BYTES,
      ({ the }) =>
        (account) =>
          the(UPLOADS).reservations(account),
    ),
  ],
  calls(ground) {
    const { the, clock, files, projection } = ground;
    const services: WorksheetsServices = {
      ...{ ...sourcesOf(ground), clock, files: files.store },
      imports: the(CATALOGUE_IMPORTS),
      texts: the(WORKSHEET_TEXTS),
      projection: projection(worksheetsProjector),
      seenMentions: the(SEEN_MENTIONS),
    };
    return [
      controllerOf('StepProgrammeController', stepProgrammeCalls, stepProgrammeHandlers(services)),
      controllerOf('NotesController', noteCalls, noteHandlers(services)),
      controllerOf('MentionsController', mentionCalls, mentionHandlers(services)),
      controllerOf('ImportController', importCalls, importHandlers(services)),
      controllerOf('TextsController', textCalls, textHandlers(services)),
      controllerOf('AttachmentsController', attachmentCalls, attachmentHandlers(services)),
      controllerOf('PastController', pastCalls, pastHandlers(services)),
      controllerOf('OwnPlanTextsController', ownPlanTextCalls, ownPlanTextHandlers(services)),
    ];
  },
  feeds(ground) {
    const sources = sourcesOf(ground);
    return [
      reviewNotesTopic(sources),
      mentionsTopic(sources),
      worksheetTextsTopic(sources),
      attachmentsTopic(sources),
    ];
  },
  wakes: ({ the }) => [(listener) => the(SEEN_MENTIONS).onSeen(() => listener(MENTIONS_WAKE))],
  rooms: ({ the }) => [the(WORKSHEET_TEXTS)],
  async start({ the, closing }) {
    const imports = the(CATALOGUE_IMPORTS);
    closing.add('imports', () => imports.stop());
    await imports.start();
  },
  async begin({ the, closing }) {
    const texts = the(WORKSHEET_TEXTS);
    closing.add('texts', () => texts.stop());
    await texts.start();
  },
  async settle({ the }) {
    await the(CATALOGUE_IMPORTS).stop();
    await the(WORKSHEET_TEXTS).rest();
  },
});

function openTexts({ the, all, pool, databaseUrl, incarnation, log }: Ground<Principal>): WorksheetTexts {
  const [times] = all(TEXT_TIMES);
  return new WorksheetTexts({
    ...{ pool, incarnation, connectionString: databaseUrl },
    audits: the(AUDITS),
    vault: the(TEXT_VAULT),
    gates: the(TEXT_GATES),
    log: roomLog(log),
    ...(times && { times }),
  });
}
