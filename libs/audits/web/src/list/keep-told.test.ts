import { auditId, type AuditRow } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { givenAuditRow } from '../given-audit-row.fixture.ts';
import { keepTold, mergeAuditRows } from './use-audit-list.ts';

const row = (code: string, version: number): AuditRow =>
  givenAuditRow({ id: auditId.parse(`00000000-0000-4000-8000-00000000000${code}`), codigo: code, version });
const [a, b, c] = [row('A', 1), row('B', 1), row('C', 1)];
const shown = (rows: readonly AuditRow[]) => rows.map(({ codigo, version }) => `${codigo}${version}`);

describe('a list that was read while its feed moved it', () => {
  it.each<[string, AuditRow[], AuditRow[] | undefined, AuditRow[] | undefined, string[]]>([
    ['is what was read when nobody told anything', [row('A', 2), b], [a, b], [a, b], ['B1', 'A2']],
    ['is what was read when it was the first', [a, b], undefined, undefined, ['B1', 'A1']],
    ['has the newer row that was told meanwhile', [a, b], [a, b], [row('A', 3), b], ['B1', 'A3']],
    ['has what was read where that is newer than what was told', [row('A', 4)], [a], [row('A', 3)], ['A4']],
    ['has what was made meanwhile', [a], [a], [a, c], ['C1', 'A1']],
    ['lacks what was taken away meanwhile', [a, b], [a, b], [a], ['A1']],
    ['lacks what was away already when it was read', [a], [a, b], [a, b], ['A1']],
  ])('%s', (_, read, before, now, expected) => {
    expect(shown(keepTold(read, before, now))).toEqual(expected);
  });

  it('is in the order of its rows', () => {
    expect(shown(keepTold([a, b, c]))).toEqual(shown(mergeAuditRows([], [c, a, b])));
  });
});
