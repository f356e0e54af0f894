import { describe, expect, it } from 'vitest';
import type { AuditId, ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { id, TestCluster, wrap } from '../room/cluster.fixture.ts';
import { submitCopy, type CopyServices } from './submit-copy.ts';
import type { PlanChange } from '../change/plan-change.ts';

const AUDIT = id('a', 1) as AuditId;
/** More intents than one batch may contain. */
const MANY = 501;

describe('a large copy', () => {
  it('gives the event loop a turn between two of its appends', async () => {
    const cluster = new TestCluster();
    try {
      const course: string[] = [];
      const { rooms } = await cluster.startWithAudit(
        {},
        wrap(cluster.store, {
          append: (request) => {
            course.push('a');
            return cluster.store.append(request);
          },
        }),
      );
      let isOver = false;
      const turn = (): void => {
        course.push('|');
        if (!isOver) setImmediate(turn);
      };
      setImmediate(turn);
      course.length = 0;
      await submitCopy(
        { rooms, projection: { waitFor: async () => true } },
        {
          principal: cluster.directory.principal('marta'),
          command: { id: id('k', 1), isRepeatable: true },
          seen: null,
        },
        AUDIT,
        (_, newId) =>
          Array.from({ length: MANY }, (__, n): KernelIntent => {
            const made: ItemId = newId(`${n}`);
            return { kind: 'create_item', id: made, type: 'phase', parent: null, name: `Fase ${n}` };
          }),
      );
      isOver = true;
      // The start, nine chunks of at most sixty items, and the end.
      expect(course.filter((what) => what === 'a')).toHaveLength(11);
      expect(course.join('')).toMatch(/(a\|+){9}a/);
    } finally {
      await cluster.stop();
    }
  });
});

describe('a large copy that is asked for again', () => {
  it('is not made twice when the first call ends it while the second one looks', async () => {
    const cluster = new TestCluster();
    try {
      const { rooms } = await cluster.startWithAudit();
      const services: CopyServices = { rooms, projection: { waitFor: async () => true } };
      const call: PlanChange = {
        principal: cluster.directory.principal('marta'),
        command: { id: id('k', 1), isRepeatable: true },
        seen: null,
      };
      const copy = () =>
        submitCopy(services, call, AUDIT, (_, newId) =>
          Array.from({ length: MANY }, (__, n): KernelIntent => {
            const made: ItemId = newId(`${n}`);
            return { kind: 'create_item', id: made, type: 'phase', parent: null, name: `Fase ${n}` };
          }),
        );
      const first = await copy();
      const items = first.state.liveCount;
      // Simulates a race: the first lookup finds no outcome; the operation's start and end are settled at the
      // next lookups.
      const real = rooms.settledBefore.bind(rooms);
      let looks = 0;
      rooms.settledBefore = (principal, command) =>
        looks++ === 0 ? Promise.resolve(null) : real(principal, command);
      const second = await copy();
      expect(looks).toBeGreaterThan(1);
      expect([second.version, second.state.liveCount]).toEqual([first.version, items]);
      expect(second.newId('0')).toBe(first.newId('0'));
    } finally {
      await cluster.stop();
    }
  });
});
