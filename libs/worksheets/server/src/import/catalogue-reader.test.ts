import { Refusal } from '@cotejo/http/contracts';
import {
  emptyObjects,
  flatControls,
  longString,
  nestedParameters,
  repeatedAggregate,
  repeatedLeadIn,
  repeatedText,
  unendingInserts,
} from '@cotejo/worksheets-domain/hostile-catalogues';
import { sampleCatalogue } from '@cotejo/worksheets-domain/sample-catalogue';
import { writtenFile } from '@cotejo/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { MAX_CATALOGUE_BYTES } from '@cotejo/audits-contracts';
import { CatalogueReader } from './catalogue-reader.ts';

const reader = new CatalogueReader();
afterAll(() => reader.close());

/** Characters of a file that certainly takes many turns of the event loop to read. */
const LARGE = 1_000_000;

const sample = () => writtenFile(JSON.stringify(sampleCatalogue));

interface Watched {
  readonly refusal: Refusal | null;
  /** Turns of the event loop during the read. */
  readonly turns: number;
}

async function readWatched(file: string): Promise<Watched> {
  let refusal: Refusal | null = null;
  let isOver = false;
  const over = reader
    .read(file)
    .catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      refusal = error;
    })
    .finally(() => (isOver = true));
  let turns = 0;
  while (!isOver) {
    await new Promise(setImmediate);
    turns += 1;
  }
  await over;
  return { refusal, turns };
}

describe('a catalogue that takes more to read than to write', () => {
  it.each<[string, () => string, string]>([
    ['24 KB that grow without end', () => nestedParameters(110, 'x'), 'catalogue_invalid'],
    ['2 KB that do', () => nestedParameters(8, 'xxxxxxxx'), 'catalogue_invalid'],
    ['more items than a plan takes', () => flatControls(330_000), 'parser_items'],
    ['one text for all items', () => repeatedText(19_000), 'parser_output'],
    ['values of values', () => repeatedAggregate(100_000), 'catalogue_invalid'],
    ['a lead-in for all objectives', () => repeatedLeadIn(400_000), 'catalogue_invalid'],
    ['the most objects that a file may hold', () => emptyObjects(10_000_000), 'parser_items'],
    ['lists in lists', () => '['.repeat(30_000_000), 'parser_depth'],
    ['a string without an end', () => `{"catalog":"${'x'.repeat(30_000_000)}`, 'catalogue_malformed'],
  ])('is refused, and the server goes on meanwhile: %s', async (_, text, code) => {
    const file = text();
    const { refusal, turns } = await readWatched(writtenFile(file));
    expect(refusal).toMatchObject({ code });
    // On a busy machine a small file is refused before the event loop turns.
    if (file.length > LARGE) expect(turns).toBeGreaterThan(10);
    expect((await reader.read(sample())).title).toBe('Controles de pagos');
  });

  it.each<[string, () => string]>([
    ['texts that look like inserts', () => unendingInserts(1_000)],
    ['parameters that insert nothing', () => nestedParameters(110, '').replace('"Paso"', '"Paso 2"')],
    [
      'a long string that nobody wants',
      () => longString(30_000_000).replace('"back', '"controls":[{"id":"a","title":"A"}],"back'),
    ],
  ])('is read where it is none: %s', async (_, text) => {
    const file = text();
    const { refusal, turns } = await readWatched(writtenFile(file));
    expect(refusal).toBeNull();
    if (file.length > LARGE) expect(turns).toBeGreaterThan(10);
  });
});

describe('reading a catalogue', () => {
  it('gives its rows in order, its counts and the hash of the file', async () => {
    const { rows, ...facts } = await reader.read(sample());
    expect(rows.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'process Pagos',
      'step Doble aprobación',
      'step Bloqueo automático',
      'activity Caja menor',
      'step Arqueo',
      'process Compras',
      'step Tres cotizaciones',
    ]);
    expect(facts).toMatchObject({ title: 'Controles de pagos', version: '2.0', counts: { steps: 4 } });
    expect(facts.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('takes as many items as it is told to, and names the number when there are more', async () => {
    const most = new CatalogueReader(300);
    expect((await most.read(writtenFile(flatControls(300)))).rows).toHaveLength(300);
    await expect(most.read(writtenFile(flatControls(301)))).rejects.toMatchObject({
      code: 'parser_items',
      options: { params: { most: 300 } },
    });
    await most.close();
  });

  it('refuses more bytes than any catalogue has before it is read', async () => {
    await expect(reader.read(writtenFile(new Uint8Array(MAX_CATALOGUE_BYTES + 1)))).rejects.toMatchObject({
      status: 413,
      code: 'catalogue_too_large',
    });
  });
});
