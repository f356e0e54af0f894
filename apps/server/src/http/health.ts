import { defineCall, httpErrors, Refusal } from '@cotejo/http/contracts';
import type { Handlers } from '@cotejo/http/server';
import { z } from 'zod';

/** Conditions for a load balancer to route to this node: name → whether it holds. */
export interface Readiness {
  check(): Promise<Readonly<Record<string, boolean>>>;
}

const anyone = { method: 'GET', policy: { kind: 'public' }, reach: 'none' } as const;

export const healthCalls = {
  /** Liveness: the process answers. */
  live: defineCall({ ...anyone, path: '/health/live/', data: z.object({ live: z.literal(true) }) }),
  /** Readiness: the node can serve requests. */
  ready: defineCall({ ...anyone, path: '/health/ready/', data: z.record(z.string(), z.boolean()) }),
};

export const healthHandlers = (readiness: Readiness): Handlers<typeof healthCalls, never> => ({
  live: () => ({ live: true }),
  ready: async () => {
    const checks = await readiness.check();
    if (Object.values(checks).includes(false))
      throw new Refusal(httpErrors, 'unavailable', { details: checks });
    return checks;
  },
});
