import { announceUploads } from './attacks/empty-uploads.ts';
import { askForeign } from './attacks/foreign-ids.ts';
import { crowdFeeds } from './attacks/crowded-feeds.ts';
import { exportSideBySide } from './attacks/parallel-exports.ts';
import { floodBatches } from './attacks/batch-flood.ts';
import { forgeTexts } from './attacks/forged-texts.ts';
import { importCatalogues } from './attacks/catalogues.ts';
import { mutateIntents } from './attacks/mutated-intents.ts';
import { openLargeWorksheets } from './attacks/large-worksheets.ts';
import { readSlowly } from './attacks/slow-readers.ts';
import { sendMalformed } from './attacks/malformed-messages.ts';
import { sendOddFiles } from './attacks/odd-files.ts';
import { writeShapes } from './attacks/text-shapes.ts';
import { Chance } from '../../apps/server/src/fuzz/chance.fixture.ts';
import { CanaryScanner } from './insider/canary-scanner.ts';
import { Raid } from './insider/raid.ts';
import { Tally } from './insider/tally.ts';
import { toInsider, type AttackKind, type Order, type Scene } from './orders.ts';

/**
 * The insider's process: separate from the measuring one, so that building a payload never slows the neighbour down.
 * Runs one attack per message, several concurrently, and ends with its parent.
 */
const ATTACKS: Readonly<Record<AttackKind, (raid: Raid) => Promise<void>>> = {
  'mutated-intents': mutateIntents,
  'forged-texts': forgeTexts,
  'batch-flood': floodBatches,
  'malformed-messages': sendMalformed,
  'foreign-ids': askForeign,
  'text-shapes': writeShapes,
  catalogues: importCatalogues,
  'odd-files': sendOddFiles,
  'empty-uploads': announceUploads,
  'large-worksheets': openLargeWorksheets,
  'crowded-feeds': crowdFeeds,
  'parallel-exports': exportSideBySide,
  'slow-readers': readSlowly,
};

let known: Scene | null = null;
let scanner = new CanaryScanner([]);

async function carryOut({ number, kind, seed, ms, isSmall, urls }: Order): Promise<void> {
  const tally = new Tally();
  if (!known) throw new Error('ordered before the scene was known');
  const raid = new Raid(
    { ...known, urls },
    new Chance(seed),
    tally,
    isSmall,
    scanner,
    performance.now() + ms,
  );
  try {
    await ATTACKS[kind](raid);
  } catch (error) {
    // An error of the attack itself: a node that closes its connections is not at fault.
    tally.note(`gave up: ${error instanceof Error ? error.message : String(error)}`.slice(0, 80));
  } finally {
    raid.end();
  }
  for (const detail of scanner.found.values()) tally.wrong('foreign-data', detail);
  scanner.found.clear();
  process.send?.(tally.outcome(number));
}

process.on('message', (message) => {
  const heard = toInsider.parse(message);
  if ('number' in heard) void carryOut(heard);
  else {
    known = heard;
    scanner = new CanaryScanner(heard.canaries);
  }
});
process.on('disconnect', () => process.exit(0));
// For example a socket cut by a node; the result of an attack is reported by its answers.
process.on('unhandledRejection', (error) => process.stderr.write(`${String(error)}\n`));
