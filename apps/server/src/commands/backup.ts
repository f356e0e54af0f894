import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  BackupError,
  checkBackup,
  createBackup,
  markFolder,
  openBackup,
  refuseExisting,
  restoreBackup,
  unmarkFolder,
  type OpenBackup,
  type ReadBackup,
} from '@cotejo/backup';
import { findHolder, joinRunning, openDatabase, StartError, type Database } from '@cotejo/database';
import { openArchive } from '../configuration/choose-store.ts';
import { readConfiguration, type Configuration } from '../configuration/configuration.ts';
import { migrateDatabase } from '../configuration/database-schemas.ts';
import { refuseHalfRestored } from '../configuration/refuse-half-restored.ts';
import { refuseNewerRelease, refuseOtherRelease } from '../configuration/refuse-other-release.ts';
import { refuseUnfinishedImport } from '../configuration/refuse-unfinished-import.ts';
import { reachLog, withOwnerOfServer } from '../configuration/store-refusal.ts';
import { words } from '../terminal/words.ts';
import { askPassphrase } from './backup/ask-passphrase.ts';
import { keptFiles, KEPT_SCHEMAS, LEFT_EMPTY } from './backup/kept.ts';
import { prepareDatabase, requireKnownMigrations } from './backup/prepare-database.ts';
import { countsTable, Course, megabytes } from './backup/report.ts';
import { CircumstanceError, UsageError, type Command, type CommandContext } from './command.ts';
import { readArguments, TEXT } from './read-arguments.ts';

interface Wish {
  readonly file: string;
  readonly passphraseFile: string | undefined;
}

type Verb = (wish: Wish, configuration: Configuration, context: CommandContext) => Promise<void>;

/** `backup create|check|restore <file>`: the whole product in one sealed file, and its restoration. */
export const backup: Command = {
  usage: 'backup.usage',
  async run([verb = '', ...args], context) {
    const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    if (run === undefined) throw new UsageError();
    const read = readConfiguration(process.env);
    if (!read.ok) throw new UsageError(words('wrong_variables', { variables: read.variables.join(', ') }));
    try {
      await run(readWish(args), read.configuration, context);
      return 0;
    } catch (error) {
      if (context.signal.aborted) {
        context.complain(words(verb === 'restore' ? 'backup.restore_interrupted' : 'backup.interrupted'));
        return 1;
      }
      if (!(error instanceof BackupError)) throw error;
      context.complain(words(`backup_errors.${error.code}`, error.values));
      return 1;
    }
  },
};

const create: Verb = async ({ file, passphraseFile }, configuration, context) => {
  const { say, signal } = context;
  const { dataDir } = configuration;
  // Checked before asking for the passphrase and before starting a database.
  await refuseExisting(file);
  if (configuration.databaseUrl === undefined && !existsSync(join(dataDir, 'format.json')))
    throw new CircumstanceError(words('backup.nothing_there', { folder: dataDir }));
  const passphrase = await askPassphrase({ file: passphraseFile, isNew: true });
  await withDatabase(configuration, context, { join: true }, async (database, isOurs) => {
    const prepare = async (): Promise<void> => {
      await refuseHalfRestored(database, dataDir);
      // A running server migrates by itself.
      if (isOurs) {
        await refuseNewerRelease(database);
        await migrateDatabase(database.ownerUrl, database.appUrl);
      } else await refuseOtherRelease(database);
      await refuseUnfinishedImport(database);
    };
    await withOwnerOfServer(configuration, prepare, context);
    const log = openArchive(configuration, database, 'app');
    const course = new Course('backup.writing', say);
    try {
      const { manifest, bytes, contentBytes } = await createBackup({
        file,
        passphrase,
        log,
        databaseUrl: database.ownerUrl,
        schemas: KEPT_SCHEMAS,
        files: keptFiles(dataDir),
        onProgress: course.onProgress,
        signal,
      });
      course.end();
      say(countsTable(manifest));
      say(words('backup.created', { file, megabytes: megabytes(bytes), ...course.speed(contentBytes) }));
      say(words('backup.keep_passphrase'));
    } finally {
      course.end();
      await log.close();
    }
  });
};

const check: Verb = async ({ file, passphraseFile }, _configuration, context) => {
  const passphrase = await askPassphrase({ file: passphraseFile, isNew: false });
  await reading(file, passphrase, async (opened) => {
    const { read, course } = await checked(opened, context);
    const { createdAt: date } = read.about;
    context.say(countsTable(read.manifest));
    context.say(words('backup.sound', { file, date, ...course.speed(read.contentBytes) }));
  });
};

const restore: Verb = async ({ file, passphraseFile }, configuration, context) => {
  const { dataDir, databaseUrl } = configuration;
  const { say, signal } = context;
  const isEmbedded = databaseUrl === undefined;
  if (isEmbedded) await refuseRunning(dataDir);
  const passphrase = await askPassphrase({ file: passphraseFile, isNew: false });
  await reading(file, passphrase, async (opened) => {
    // The whole file is checked before anything is written.
    const { read } = await checked(opened, context);
    requireKnownMigrations(read.about);
    if (isEmbedded) await markFolder(dataDir);
    await withDatabase(configuration, context, { join: false }, async (database) => {
      const { ownerUrl } = database;
      const course = new Course('backup.restoring', say);
      try {
        const { about, contentBytes } = await restoreBackup(opened, {
          ownerUrl,
          schemas: KEPT_SCHEMAS,
          files: keptFiles(dataDir),
          takeOver: isEmbedded,
          leaveEmpty: LEFT_EMPTY,
          prepare: (wanted) => prepareDatabase(ownerUrl, wanted),
          openLog: () => Promise.resolve(openArchive(configuration, database, 'owner')),
          onProgress: course.onProgress,
          signal,
        });
        if (isEmbedded) await unmarkFolder(dataDir);
        course.end();
        say(words('backup.restored', { date: about.createdAt, ...course.speed(contentBytes) }));
      } finally {
        course.end();
      }
    });
  });
};

const verbs: Readonly<Record<string, Verb>> = { create, check, restore };

/**
 * Opens the database of a running server (`join`); otherwise the embedded or configured one while `work`
 * runs.
 */
async function withDatabase(
  configuration: Configuration,
  { say, signal, patienceMs }: Pick<CommandContext, 'say' | 'signal' | 'patienceMs'>,
  { join }: { readonly join: boolean },
  work: (database: Database, isOurs: boolean) => Promise<void>,
): Promise<void> {
  const { dataDir, databaseUrl, databaseOwnerUrl } = configuration;
  const running = join && databaseUrl === undefined ? await joinRunning(dataDir) : null;
  const database =
    running ?? (await openDatabase({ dataDir, databaseUrl, databaseOwnerUrl, log: say, signal, patienceMs }));
  try {
    await reachLog(configuration, { say, signal, patienceMs });
    await work(database, running === null && databaseUrl === undefined);
  } finally {
    await database.stop();
  }
}

async function reading(
  file: string,
  passphrase: string,
  work: (opened: OpenBackup) => Promise<void>,
): Promise<void> {
  const opened = await openBackup(file, passphrase);
  try {
    await work(opened);
  } finally {
    await opened.close();
  }
}

async function checked(
  opened: OpenBackup,
  { say, signal }: CommandContext,
): Promise<{ readonly read: ReadBackup; readonly course: Course }> {
  const course = new Course('backup.checking', say);
  try {
    return { read: await checkBackup(opened, { onProgress: course.onProgress, signal }), course };
  } finally {
    course.end();
  }
}

/** Names the running server; without this check the folder would be refused as not empty. */
async function refuseRunning(folder: string): Promise<void> {
  const holder = existsSync(folder) ? await findHolder(folder) : null;
  if (holder !== null)
    throw new StartError('data_folder_in_use', { folder, pid: holder.pid, address: holder.address });
}

function readWish(args: readonly string[]): Wish {
  const { values, positionals } = readArguments(args, { 'passphrase-file': TEXT });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError();
  return { file, passphraseFile: values['passphrase-file'] };
}
