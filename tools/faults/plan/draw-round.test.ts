import { describe, expect, it } from 'vitest';
import { drawRound, type PlanOptions } from './draw-round.ts';
import { FAULT_KINDS } from './fault.ts';
import { Random } from './random.ts';

const options: PlanOptions = { seed: 'semilla', nodes: 2, clients: 8, subscribers: 3, kinds: FAULT_KINDS };
const many = Array.from({ length: 1_000 }, (_, round) => drawRound(round, options));

describe('the plan of rounds', () => {
  it('follows from the seed and the number of the round alone', () => {
    expect(drawRound(17, options)).toEqual(many[17]);
    expect(drawRound(17, { ...options, seed: 'otra' })).not.toEqual(many[17]);
  });

  it('holds one to three faults a round, and every kind before long', () => {
    expect(new Set(many.map(({ faults }) => faults.length))).toEqual(new Set([1, 2, 3]));
    const drawn = new Set(many.flatMap(({ faults }) => faults.map(({ fault }) => fault.kind)));
    expect(drawn).toEqual(new Set(FAULT_KINDS));
  });

  it('draws from the kinds that are asked for', () => {
    const only = Array.from({ length: 50 }, (_, round) =>
      drawRound(round, { ...options, kinds: ['server-kill', 'disk-full'] }),
    );
    const drawn = new Set(only.flatMap(({ faults }) => faults.map(({ fault }) => fault.kind)));
    expect([...drawn].sort()).toEqual(['disk-full', 'server-kill']);
  });

  it('stops a node for longer than its leases last', () => {
    const pauses = many.flatMap(({ faults }) =>
      faults.flatMap(({ fault }) => (fault.kind === 'server-pause' ? [fault.ms] : [])),
    );
    expect(Math.min(...pauses)).toBeGreaterThan(3_000);
  });
});

describe('numbers from a seed', () => {
  it('stay within their bounds and reach them', () => {
    const random = new Random('semilla');
    const drawn = Array.from({ length: 2_000 }, () => random.between(3, 7));
    expect(new Set(drawn)).toEqual(new Set([3, 4, 5, 6, 7]));
  });

  it('are version 4 where an identity is asked for', () => {
    const random = new Random('semilla');
    expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(random.uuid()).not.toBe(new Random('otra').uuid());
  });
});
