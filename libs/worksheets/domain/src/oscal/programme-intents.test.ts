import type { ItemId } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { catalogueToProgramme } from './catalogue-to-programme.ts';
import { intentsOfRow, programmeIntents, programmeRows } from './programme-intents.ts';
import { readCatalogue } from './read-catalogue.ts';
import { sampleCatalogue } from './sample-catalogue.ts';

const LIMITS = { items: 1_000, characters: 1_000_000 };
const PHASE = 'phase' as ItemId;

describe('a programme as intents', () => {
  const reading = readCatalogue(JSON.stringify(sampleCatalogue), LIMITS);
  if (!reading.ok) throw new Error(reading.fault.at);
  const made = catalogueToProgramme(reading, LIMITS);
  if (!made.ok) throw new Error(made.fault.at);
  let next = 0;
  const rows = [...programmeRows(made.programme)];
  const intents = [...programmeIntents(rows, PHASE, () => String(next++))];
  const nameOf = (id: string | null) =>
    intents.flatMap((each) => (each.kind === 'create_item' && each.id === id ? [each.name] : []))[0] ?? id;

  it('plants parents before children, in order, each step followed by its texts', () => {
    expect(
      intents.map((each) =>
        each.kind === 'create_item'
          ? `${each.type} ${each.code ?? ''} ${each.name} in ${nameOf(each.parent)}`
          : `texts of ${nameOf(each.id)}: ${each.instructions.length}`,
      ),
    ).toEqual([
      'process  Pagos in phase',
      'step PG-1 Doble aprobación in Pagos',
      'texts of Doble aprobación: 3',
      'step PG-1(1) Bloqueo automático in Pagos',
      'texts of Bloqueo automático: 0',
      'activity  Caja menor in Pagos',
      'step CM-1 Arqueo in Caja menor',
      'process  Compras in phase',
      'step CO-1 Tres cotizaciones in Compras',
    ]);
  });

  it('gives every item and every instruction an id of its own', () => {
    const ids = intents.flatMap((each) =>
      each.kind === 'create_item' ? [each.id] : each.instructions.map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(10);
  });

  it('says beforehand how many there are', () => {
    expect(rows.reduce((sum, row) => sum + intentsOfRow(row), 0)).toBe(intents.length);
  });
});
