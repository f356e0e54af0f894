import { describe, expect, it } from 'vitest';
import {
  columnsAtFirst,
  fitting,
  forgetColumns,
  readColumns,
  resized,
  shifted,
  toggled,
  widthOf,
  writeColumns,
} from './plan-columns.ts';

const first = columnsAtFirst('audit_plan');

function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
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
    expect(fitting(columns, 2_000, false)).toEqual(all.shown);
    expect(fitting(columns, 740, false)).toEqual(['status', 'progress', 'findings', 'assigned']);
    expect(fitting(columns, 300, false)).toEqual(['status']);
    expect(fitting(columns, 390, true)).toEqual(['status']);
  });
});

describe('a person’s columns', () => {
  it('are kept for each kind of tree', () => {
    const browser = storage();
    const mine = resized(toggled(first, 'dates', 'audit_plan'), 'dates', 200);
    writeColumns(browser, 'laura', 'audit_plan', mine);
    expect(readColumns(browser, 'laura', 'audit_plan')).toEqual(mine);
    expect(readColumns(browser, 'laura', 'icce')).toEqual(columnsAtFirst('icce'));
    expect(readColumns(browser, 'oscar', 'audit_plan')).toEqual(first);
    forgetColumns(browser, 'laura');
    expect(browser.kept.size).toBe(0);
  });

  it.each([
    ['no JSON', '{'],
    ['a column that nobody knows', '{"shown":["color"],"widths":{}}'],
    ['a width that is none', '{"shown":["status"],"widths":{"status":"wide"}}'],
  ])('are the usual ones when what is kept is %s', (_name, kept) => {
    const browser = storage({ 'cotejo.columns.laura.audit_plan': kept });
    expect(readColumns(browser, 'laura', 'audit_plan')).toEqual(first);
  });

  it('leave out what this kind of tree has no data for', () => {
    const browser = storage({
      'cotejo.columns.laura.risk_library': '{"shown":["status","type","type"],"widths":{}}',
    });
    expect(readColumns(browser, 'laura', 'risk_library').shown).toEqual(['type']);
  });
});
