import { allowedChildren } from '@cotejo/audits-domain';
import { describe, expect, it } from 'vitest';
import { depthOf, typesOfLevels } from './paste-levels.ts';

const inProcess = allowedChildren('audit_plan', 'process');
const types = (chosen: Parameters<typeof typesOfLevels>[2], depth: number) =>
  typesOfLevels('audit_plan', inProcess, chosen, depth)
    .slice(0, depth)
    .map(({ type }) => type);

describe('the levels of pasted lines', () => {
  it.each([
    ['Pagos', 1],
    ['Pagos\n\tFraude', 2],
    ['Pagos\n\tFraude\n\t\tDoble firma\n\tError', 3],
    ['Pagos\n        Fraude', 2],
  ])('are counted in %j: %i', (text, levels) => {
    expect(depthOf(text)).toBe(levels);
  });

  it.each([1, 2, 3, 4])('get types of which each can contain the next, for %i levels', (depth) => {
    const found = types([], depth);
    expect(found).toHaveLength(depth);
    for (const [at, type] of found.slice(1).entries())
      expect(allowedChildren('audit_plan', found[at] ?? null)).toContain(type);
  });

  it('keep a chosen type, and fit those below it to the levels that are left', () => {
    expect(types(['risk'], 3)).toEqual(['risk', 'control', 'control_test']);
  });

  it('are as many as the chosen type has room for', () => {
    expect(types(['understanding'], 3).length).toBeLessThan(3);
  });
});
