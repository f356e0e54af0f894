import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MEGABYTE, serveParser } from '@cotejo/files/parsing-process';
import { programmeRows, type ProgrammeRow } from '@cotejo/worksheets-domain/programme';
import type { CatalogueFacts } from './catalogue-reader.ts';
import { readProgramme } from './read-programme.ts';

/** Characters of rows per message: the server handles one within a few milliseconds. */
const PART_CHARACTERS = 256 * 1024;
const PART_ROWS = 500;

serveParser<string, ProgrammeRow, CatalogueFacts>(function* (path, { items, outputMegabytes }) {
  const file = readFileSync(path);
  const programme = readProgramme(file, { items, characters: outputMegabytes * MEGABYTE });
  yield* inParts(programmeRows(programme));
  const { title, version, key, counts } = programme;
  return { title, version, key, counts, sha256: createHash('sha256').update(file).digest('hex') };
});

function* inParts(rows: Iterable<ProgrammeRow>): Generator<readonly ProgrammeRow[]> {
  let part: ProgrammeRow[] = [];
  let characters = 0;
  for (const row of rows) {
    part.push(row);
    characters += charactersOf(row);
    if (part.length < PART_ROWS && characters < PART_CHARACTERS) continue;
    yield part;
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield part;
}

function charactersOf(row: ProgrammeRow): number {
  if (row.kind !== 'step') return row.name.length;
  const instructions = row.instructions.reduce((sum, text) => sum + text.length, 0);
  return row.name.length + (row.objective?.length ?? 0) + instructions;
}
