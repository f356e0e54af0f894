import { describe, expect, it } from 'vitest';
import { catalogueToProgramme } from './catalogue-to-programme.ts';
import {
  emptyObjects,
  flatControls,
  nestedParameters,
  repeatedAggregate,
  repeatedLeadIn,
  repeatedText,
  unendingInserts,
} from './hostile-catalogues.ts';
import { MAX_CATALOGUE_DEPTH, MAX_CATALOGUE_VALUES, readCatalogue } from './read-catalogue.ts';

const LIMITS = { items: 1_000, characters: 1_000_000 };

function read(text: string, limits = LIMITS) {
  const reading = readCatalogue(text, limits);
  return reading.ok ? catalogueToProgramme(reading, limits) : reading;
}

describe('a catalogue that takes more to read than to write', () => {
  it.each<[string, string, string, string, string]>([
    // Unbounded, the first yields 10¹² characters, and the second as many empty texts.
    [
      'parameters that insert each other',
      nestedParameters(40, 'x'),
      'catalogue_malformed',
      'A-1 statement',
      'text',
    ],
    ['a short one of these', nestedParameters(10, 'x'), 'catalogue_malformed', 'A-1 statement', 'text'],
    ['one text for many steps', repeatedText(200), 'too_much_text', 'A-1 statement', '1000000'],
    ['an aggregate of aggregates', repeatedAggregate(2_000), 'catalogue_malformed', 'A-1 statement', 'text'],
    ['more controls than a plan holds', flatControls(1_001), 'too_many_items', 'catalog', '1000'],
    ['brackets', '['.repeat(100_000), 'too_deep', '1:61', String(MAX_CATALOGUE_DEPTH)],
  ])('is refused at its limit: %s', (_, text, code, at, what) => {
    expect(read(text)).toEqual({ ok: false, fault: { code, at, what } });
  });

  it('is refused before more values are parsed than memory holds', () => {
    expect(read(emptyObjects(MAX_CATALOGUE_VALUES))).toMatchObject({
      ok: false,
      fault: { code: 'too_many_items', what: String(MAX_CATALOGUE_VALUES) },
    });
  });

  it('is read where it only looks like that', () => {
    expect(read(flatControls(1_000))).toMatchObject({ ok: true, programme: { counts: { steps: 1_000 } } });
    // Equally many insertions, of empty text.
    expect(read(nestedParameters(40, ''))).toMatchObject({
      ok: true,
      programme: { steps: [{ objective: null }] },
    });
    expect(read(unendingInserts(20))).toMatchObject({ ok: true, programme: { counts: { steps: 20 } } });
  });

  it('stops one instruction after the last that a step may have', () => {
    const all = read(repeatedLeadIn(100_000), { items: 1_000, characters: 10_000_000 });
    expect(all).toMatchObject({ ok: true });
    if (!all.ok) throw new Error('refused');
    expect(all.programme.counts.instructions).toBe(301);
  });

  it('counts groups and controls at all levels', () => {
    const control = { id: 'a', title: 'a' };
    const nested = {
      catalog: {
        uuid: '3f0d9f5e-6a55-4a0e-9f5a-0f6b7c1d2e3f',
        metadata: { title: 'x', 'oscal-version': '1.1.2' },
        groups: [{ title: 'g', groups: [{ title: 'h', controls: [{ ...control, controls: [control] }] }] }],
        controls: [control],
      },
    };
    const text = JSON.stringify(nested);
    expect(readCatalogue(text, { items: 5 }).ok).toBe(true);
    expect(readCatalogue(text, { items: 4 })).toMatchObject({ fault: { code: 'too_many_items', what: '4' } });
  });
});
