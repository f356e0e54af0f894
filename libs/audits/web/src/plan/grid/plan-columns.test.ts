import { describe, expect, it } from 'vitest';
import {
  columnsAtFirst,
  fitting,
  readColumns,
  resized,
  shifted,
  toggled,
  widthOf,
  writeColumns,
} from './plan-columns.ts';

const usual = columnsAtFirst('audit_plan');
/** Default columns without the figures, so that fewer widths add up. */
const first = { ...usual, shown: usual.shown.filter((id) => id !== 'inherent' && id !== 'residual') };

function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

describe('columns', () => {
  it('come and go, each at the place that its kind of tree gives it', () => {
    const without = toggled(first, 'signatures', 'audit_plan');
    expect(without.shown).toEqual(['status', 'progress', 'assigned']);
    expect(toggled(without, 'findings', 'audit_plan').shown).toEqual([
      'status',
      'progress',
      'findings',
      'assigned',
    ]);
  });

  it('change places one by one, and stop at the ends', () => {
    expect(shifted(first, 'progress', -1).shown).toEqual(['status', 'progress', 'signatures', 'assigned']);
    expect(shifted(first, 'status', -1)).toBe(first);
    expect(shifted(first, 'assigned', 1)).toBe(first);
  });

  it('are as wide as somebody made them, within reason', () => {
    expect(widthOf(resized(first, 'status', 151.6), 'status')).toBe(152);
    expect(widthOf(resized(first, 'status', 2), 'status')).toBe(32);
    expect(widthOf(resized(first, 'status', 9_999), 'status')).toBe(240);
    expect(resized(resized(first, 'status', 150), 'status', null)).toEqual(first);
  });

  it('make way for the names, the least needed first', () => {
    const all = { shown: ['status', 'progress', 'findings', 'dates', 'assigned'] as const, widths: {} };
    const columns = { ...all, shown: [...all.shown] };
    const ids = (room: number, isPhone = false) => fitting(columns, room, isPhone).map(({ id }) => id);
    expect(ids(2_000)).toEqual(all.shown);
    expect(ids(840)).toEqual(['status', 'progress', 'findings', 'assigned']);
    expect(ids(300)).toEqual(['status']);
    expect(ids(390, true)).toEqual(['status']);
    expect(ids(0)).toEqual(all.shown);
    expect(fitting(columns, 484, false)).toEqual([{ id: 'status', width: 128 }]);
    expect(fitting(columns, 483, false)).toEqual([{ id: 'status', width: 24 }]);
  });

  it('get narrow before any hides, and leave a name its 300 pixels', () => {
    const shown = fitting(first, 735, false);
    expect(shown).toEqual([
      { id: 'status', width: 128 },
      { id: 'signatures', width: 62 },
      { id: 'progress', width: 110 },
      { id: 'assigned', width: 34 },
    ]);
    for (let room = 484; room < 1_400; room += 1) {
      const used = fitting(first, room, false).reduce((sum, { width }) => sum + width + 8, 48);
      expect(room - used).toBeGreaterThanOrEqual(300);
    }
  });

  it('that somebody made narrower still stay as they are', () => {
    const [assigned] = fitting(resized({ shown: ['progress'], widths: {} }, 'progress', 70), 100, false);
    expect(assigned).toBeUndefined();
    const narrow = resized({ shown: ['progress', 'status'], widths: {} }, 'progress', 70);
    expect(fitting(narrow, 565, false)[0]).toEqual({ id: 'progress', width: 70 });
  });
});

describe('a person’s columns', () => {
  it('are kept for each kind of tree', () => {
    const browser = storage();
    const mine = resized(toggled(first, 'dates', 'audit_plan'), 'dates', 200);
    writeColumns(browser, 'laura', 'audit_plan', mine);
    expect(readColumns(browser, 'laura', 'audit_plan')).toEqual(mine);
    expect(readColumns(browser, 'laura', 'icce')).toEqual(columnsAtFirst('icce'));
    expect(readColumns(browser, 'oscar', 'audit_plan')).toEqual(usual);
  });

  it.each([
    ['no JSON', '{'],
    ['a column that nobody knows', '{"shown":["color"],"widths":{}}'],
    ['a width that is none', '{"shown":["status"],"widths":{"status":"wide"}}'],
  ])('are the usual ones when what is kept is %s', (_name, kept) => {
    const browser = storage({ 'cotejo.columns.laura.audit_plan': kept });
    expect(readColumns(browser, 'laura', 'audit_plan')).toEqual(usual);
  });

  it('leave out what this kind of tree has no data for', () => {
    const browser = storage({
      'cotejo.columns.laura.risk_library': '{"shown":["status","type","type"],"widths":{}}',
    });
    expect(readColumns(browser, 'laura', 'risk_library').shown).toEqual(['type']);
  });
});
