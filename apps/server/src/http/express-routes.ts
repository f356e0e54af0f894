import type { Express } from 'express';
import { z } from 'zod';

/** Method and path of a route. */
export interface ExpressRoute {
  readonly method: string;
  readonly path: string;
}

const layer = z.object({
  route: z.object({ path: z.string(), methods: z.record(z.string(), z.boolean()) }),
});

/** All Express routes: the declared calls and those registered outside of Nest. */
export const expressRoutes = ({ router }: Express): ExpressRoute[] =>
  router.stack.flatMap((one: unknown) => {
    const { route } = layer.safeParse(one).data ?? {};
    if (route === undefined) return [];
    return Object.keys(route.methods).map((method) => ({ method: method.toUpperCase(), path: route.path }));
  });
