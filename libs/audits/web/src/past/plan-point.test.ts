import { describe, expect, it } from 'vitest';
import { comparedVersions, readPoint, writePoint, type PlanPoint } from './plan-point.ts';

const read = (query: string) => readPoint(new URLSearchParams(query));

describe('a point of the past in the address', () => {
  it.each<[string, PlanPoint | null]>([
    ['', null],
    ['version=', null],
    ['version=0', null],
    ['version=-3', null],
    ['version=1.5', null],
    ['version=abc', null],
    ['version=99999999999', null],
    ['version=1', { version: 0, against: 'previous' }],
    ['version=12', { version: 11, against: 'previous' }],
    ['version=12&contra=ahora', { version: 11, against: 'now' }],
    ['version=12&contra=5', { version: 11, against: 4 }],
    ['version=12&contra=nada', { version: 11, against: 'previous' }],
  ])('%s', (query, point) => {
    expect(read(query)).toEqual(point);
  });

  it.each<PlanPoint>([
    { version: 0, against: 'previous' },
    { version: 41, against: 'now' },
    { version: 41, against: 7 },
  ])('comes back as it was written: %o', (point) => {
    const address = writePoint(new URLSearchParams('auditoria-id=x&version=9&contra=3'), point);
    expect(readPoint(address)).toEqual(point);
    expect(address.get('auditoria-id')).toBe('x');
  });

  it('leaves no trace once back at now', () => {
    const params = new URLSearchParams('auditoria-id=x&version=9&contra=3');
    expect(writePoint(params, null).toString()).toBe('auditoria-id=x');
  });
});

describe('what is compared', () => {
  it.each<[PlanPoint, object | null]>([
    [
      { version: 5, against: 'previous' },
      { from: 4, to: 5 },
    ],
    [{ version: 0, against: 'previous' }, null],
    [
      { version: 5, against: 'now' },
      { from: 5, to: 20 },
    ],
    [{ version: 20, against: 'now' }, null],
    [
      { version: 5, against: 2 },
      { from: 2, to: 5 },
    ],
    [
      { version: 5, against: 9 },
      { from: 5, to: 9 },
    ],
    [{ version: 5, against: 5 }, null],
  ])('%o', (point, expected) => {
    expect(comparedVersions(point, 20)).toEqual(expected);
  });
});
