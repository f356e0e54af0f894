import type { Access } from '@cotejo/access-server';
import type { EmptyTrash } from '@cotejo/audits-server';
import { ANSWERS_KEPT_FOR, PostgresAnswerJournal } from '@cotejo/http/server';
import type { Job } from '@cotejo/jobs';
import type { Pool } from 'pg';
import type { OpenManifests } from './open-manifests.ts';

/** A queue each, which a migration creates. */
export const JOB_NAMES = ['trash', 'vault', 'answers'] as const;
type JobName = (typeof JOB_NAMES)[number];

export interface JobsOptions {
  readonly access: Pick<Access, 'tidy'>;
  readonly trash: Pick<EmptyTrash, 'run'>;
  readonly records: Pick<OpenManifests, 'forgetGone'>;
  readonly pool: Pool;
  readonly clock: () => Date;
}

/** What one node at a time does for the whole installation, and how often. */
export const jobsOf = ({
  access,
  trash,
  records,
  pool,
  clock,
}: JobsOptions): Readonly<Record<JobName, Job>> => ({
  // More often than it matters: a node that slept at its hour looks when it wakes.
  trash: {
    cron: '17 * * * *',
    async run(signal) {
      await trash.run(signal);
      await records.forgetGone();
    },
  },
  vault: { cron: '*/10 * * * *', run: () => access.tidy() },
  answers: {
    cron: '41 * * * *',
    run: () => new PostgresAnswerJournal(pool).forgetBefore(new Date(clock().getTime() - ANSWERS_KEPT_FOR)),
  },
});
