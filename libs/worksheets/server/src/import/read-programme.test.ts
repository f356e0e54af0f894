import { Refusal } from '@cotejo/http/contracts';
import { sampleCatalogue } from '@cotejo/worksheets-domain/sample-catalogue';
import { describe, expect, it } from 'vitest';
import { readProgramme } from './read-programme.ts';

const LIMITS = { items: 1_000, characters: 1_000_000 };

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sample = JSON.stringify(sampleCatalogue);

/** The sample with a piece of its text replaced. */
function changed(piece: string, by: string): Uint8Array {
  if (!sample.includes(piece)) throw new Error(`no ${piece}`);
  return bytes(sample.replace(piece, by));
}

function refusalOf(file: Uint8Array): Refusal {
  try {
    readProgramme(file, LIMITS);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('a file that is no catalogue is refused with its place', () => {
  it.each<[string, Uint8Array, number, string, object]>([
    [
      'broken JSON',
      bytes('{\n "catalog": ,\n}'),
      422,
      'catalogue_malformed',
      { path: null, line: 2, column: 13, what: 'syntax' },
    ],
    [
      'letters of another encoding',
      Uint8Array.from([0x7b, 0x0a, 0x22, 0x61, 0xf1, 0x22]),
      422,
      'catalogue_malformed',
      { path: null, line: 2, column: 3, what: 'encoding' },
    ],
    [
      'a title of the wrong kind',
      changed('"Pagos"', '7'),
      422,
      'catalogue_invalid',
      { path: 'catalog.groups[0].title', line: null, column: null, what: 'invalid_type' },
    ],
    [
      'a title in two lines',
      changed('"Arqueo"', '"Ar\\nqueo"'),
      422,
      'catalogue_invalid',
      { path: 'catalog.groups[0].groups[0].controls[0].title', line: null, column: null },
    ],
    [
      'a text that grew too long with its parameters',
      changed('"30 días"', `"${'x'.repeat(19_990)}"`),
      422,
      'catalogue_invalid',
      { path: 'PG-1 assessment-objective[1]', what: 'text' },
    ],
    ['a profile', bytes('{"profile":{}}'), 422, 'catalogue_unresolved', { path: 'profile', what: 'profile' }],
    ['another document', bytes('{"name":"x"}'), 422, 'catalogue_not_oscal', { path: 'name' }],
    [
      'controls that were all withdrawn',
      bytes(
        JSON.stringify({
          catalog: {
            uuid: '3f0d9f5e-6a55-4a0e-9f5a-0f6b7c1d2e3f',
            metadata: { title: 'x', 'oscal-version': '1.1.2' },
            controls: [{ id: 'a', title: 'a', props: [{ name: 'status', value: 'withdrawn' }] }],
          },
        }),
      ),
      422,
      'catalogue_empty',
      { path: 'catalog' },
    ],
  ])('%s', (_, file, status, code, details) => {
    const refusal = refusalOf(file);
    expect(refusal).toMatchObject({ status, code });
    expect(refusal.options.details).toMatchObject(details);
  });

  it('reads past a byte-order mark', () => {
    const file = Buffer.concat([Uint8Array.from([0xef, 0xbb, 0xbf]), bytes(sample)]);
    expect(readProgramme(file, LIMITS).title).toBe('Controles de pagos');
  });
});
