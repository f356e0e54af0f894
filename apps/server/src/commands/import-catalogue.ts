import { constants } from 'node:fs';
import { access as mayRead } from 'node:fs/promises';
import { importedBefore, type ImportCounts, type ImportedBefore } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { importCatalogueQuery } from '@cotejo/audits-contracts';
import {
  CATALOGUE_IMPORTS,
  CatalogueReader,
  type CatalogueImports,
  type StartedImport,
} from '@cotejo/worksheets-server';
import { ask } from '../terminal/ask.ts';
import { progressLine } from '../terminal/progress-line.ts';
import { table } from '../terminal/table.ts';
import { words, type WordKey } from '../terminal/words.ts';
import { chooseImporter, type Importer, type ImporterWish } from './choose-importer.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { FLAG, readArguments, TEXT } from './read-arguments.ts';

interface Wish extends ImporterWish {
  readonly file: string;
  readonly audit: string;
  readonly confirmed: boolean;
}

/** Exit code: the catalogue was imported before and the repetition was not confirmed. */
const NOT_CONFIRMED = 2;

/**
 * `import oscal <file> --audit "<name>"`: runs as one more node, so users of a running server see the items
 * appear.
 */
export const importCatalogue: Command = {
  usage: 'import_usage',
  async run([format, ...args], context) {
    if (format !== 'oscal') throw new UsageError();
    const wish = readWish(args);
    // A faulty file is refused before a database is started.
    const title = await titleOf(wish.file, context.mostImportedItems);
    const { access } = await context.foundation();
    if (!access.state.hasAccounts) throw new UsageError(words('no_accounts'));
    const importer = chooseImporter(access.state, wish);
    const imports = (await context.contexts()).ground.the(CATALOGUE_IMPORTS);
    context.say(words('import_begun', { title, username: importer.person.username }));
    return runImport(imports, importer, wish, context);
  },
};

async function runImport(
  imports: CatalogueImports,
  importer: Importer,
  wish: Wish,
  context: CommandContext,
): Promise<number> {
  const { say, complain, signal } = context;
  const line = progressLine(process.stdout, say);
  const begin = (confirmed: boolean): Promise<StartedImport> =>
    imports.begin({
      principal: importer.principal,
      file: wish.file,
      name: wish.audit,
      confirmed,
      signal,
      onProgress: (written, total) => line.show(words('import_progress', { written, total })),
    });

  let start = performance.now();
  let started: StartedImport;
  try {
    started = await begin(wish.confirmed);
  } catch (error) {
    const before = importedBeforeOf(error);
    if (!before) throw error;
    const values = { name: before.nombre, code: before.codigo };
    if (!process.stdin.isTTY) {
      complain(words('import_again_refused', values));
      return NOT_CONFIRMED;
    }
    if (!isYes(await ask(words('import_again', values)))) {
      say(words('import_not_again'));
      return NOT_CONFIRMED;
    }
    start = performance.now();
    started = await begin(true);
  }
  try {
    await started.done;
  } finally {
    line.end();
  }
  const { auditoria, counts } = started.answer;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  say(report(counts));
  say(words('import_done', { seconds, path: `/auditorias/plan/?auditoria-id=${auditoria}` }));
  return 0;
}

/** Accepts sí, s, yes, y. */
const isYes = (answer: string): boolean => /^\s*[sy]/i.test(answer);

function importedBeforeOf(error: unknown): ImportedBefore | null {
  if (!(error instanceof Refusal) || error.code !== 'catalogue_imported_before') return null;
  return importedBefore.safeParse(error.options.details).data ?? null;
}

const REPORTED: readonly (readonly [Exclude<keyof ImportCounts, 'unread'>, WordKey])[] = [
  ['groups', 'import_groups'],
  ['controls', 'import_controls'],
  ['enhancements', 'import_enhancements'],
  ['steps', 'import_steps'],
  ['instructions', 'import_instructions'],
  ['parameters', 'import_parameters'],
  ['unresolved', 'import_unresolved'],
  ['withdrawn', 'import_withdrawn'],
];

const report = (counts: ImportCounts): string =>
  table([
    [words('import_what'), words('import_how_many')],
    ...REPORTED.map(([what, label]) => [words(label), String(counts[what])]),
    [words('import_unread'), unreadOf(counts)],
  ]);

/** Unread parts by their names in the file. */
const unreadOf = ({ unread }: ImportCounts): string =>
  Object.entries(unread)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ') || '0';

/** @throws UsageError for a file that cannot be read */
async function titleOf(file: string, items: number): Promise<string> {
  const reader = new CatalogueReader(items);
  try {
    await mayRead(file, constants.R_OK);
    return (await reader.read(file)).title;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(words('import_file_unreadable', { file, reason }));
  } finally {
    await reader.close();
  }
}

function readWish(args: readonly string[]): Wish {
  const { values, positionals } = readArguments(args, {
    audit: TEXT,
    as: TEXT,
    account: TEXT,
    package: TEXT,
    confirm: FLAG,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError();
  const audit = importCatalogueQuery.shape.nombre.safeParse(values.audit);
  if (!audit.success) throw new UsageError(words('answer_missing', { option: '--audit' }));
  return {
    file,
    audit: audit.data,
    account: values.account,
    pkg: values.package,
    username: values.as,
    confirmed: values.confirm === true,
  };
}
