import type { Principal } from '@cotejo/access-contracts';
import type { Job } from '@cotejo/jobs';
import { openPorts, type Ground, type OpenContext, type Provider } from '@cotejo/record/server';
import { manifests } from './manifests.ts';

/** All contexts, open. */
export interface OpenManifests
  extends Pick<Ground<Principal>, 'the'>, Omit<OpenContext<Principal>, 'references'> {
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Opens all contexts of `manifests.ts`; `provides`: what the application itself provides to them. */
export function openManifests(
  given: Omit<Ground<Principal>, 'the' | 'all' | 'references'>,
  provides: readonly Provider<Principal>[],
): OpenManifests {
  const providers = [...provides, ...manifests.flatMap((context) => context.provides)];
  const references: Record<string, Ground<Principal>['references'][string]> = {};
  const ground: Ground<Principal> = { ...given, ...openPorts(providers, () => ground), references };
  const contexts = manifests.map((context) => context.open(ground));
  for (const context of contexts) Object.assign(references, context.references);
  const jobs = manifests.flatMap((context) => Object.entries(context.jobs));
  return {
    the: ground.the,
    controllers: contexts.flatMap(({ controllers }) => controllers),
    topics: contexts.flatMap(({ topics }) => topics),
    hosts: contexts.flatMap(({ hosts }) => hosts),
    wakes: contexts.flatMap(({ wakes }) => wakes),
    uploads: contexts.flatMap(({ uploads }) => uploads),
    services: new Map(contexts.flatMap(({ services }) => [...services])),
    jobs: Object.fromEntries(
      jobs.map(([name, job]) => [name, { cron: job.cron, run: (signal) => job.run(ground, signal) }]),
    ),
    async start() {
      for (const context of contexts) await context.start();
    },
    async begin() {
      for (const context of contexts) await context.begin();
    },
    async settle() {
      for (const context of contexts.toReversed()) await context.settle();
    },
  };
}
