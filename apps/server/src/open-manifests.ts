import type { Principal } from '@cotejo/access-contracts';
import type { Job } from '@cotejo/jobs';
import { openPorts, type Ground, type Provider } from '@cotejo/record/server';
import { manifests } from './manifests.ts';

/**
 * Opens all contexts of `manifests.ts`.
 * @param provides what the application itself provides to them
 */
export function openManifests(
  given: Omit<Ground<Principal>, 'the' | 'all' | 'references'>,
  provides: readonly Provider<Principal>[],
) {
  const providers = [...provides, ...manifests.flatMap((context) => context.provides)];
  const references: Record<string, Ground<Principal>['references'][string]> = {};
  const ground: Ground<Principal> = { ...given, ...openPorts(providers, () => ground), references };
  for (const context of manifests) Object.assign(references, context.references(ground));
  const jobs = manifests.flatMap((context) => Object.entries(context.jobs));
  return {
    ground,
    controllers: manifests.flatMap((context) => context.calls(ground)),
    topics: manifests.flatMap((context) => context.feeds(ground)),
    hosts: manifests.flatMap((context) => context.rooms(ground)),
    wakes: manifests.flatMap((context) => context.wakes(ground)),
    uploads: manifests.flatMap((context) => context.uploads(ground)),
    jobs: Object.fromEntries(
      jobs.map(([name, job]): [string, Job] => [
        name,
        { cron: job.cron, run: (signal) => job.run(ground, signal) },
      ]),
    ),
    async start() {
      for (const context of manifests) await context.start(ground);
    },
    async begin() {
      for (const context of manifests) await context.begin(ground);
    },
    async settle() {
      for (const context of manifests.toReversed()) await context.settle(ground);
    },
  };
}

export type OpenManifests = ReturnType<typeof openManifests>;
