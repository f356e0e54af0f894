import { Refusal } from '@cotejo/http/contracts';
import { operationsErrors } from '@cotejo/operations-contracts';
import type { OperationsServices } from '../operations-services.ts';

/**
 * Has a job that failed done again, by whichever node is free.
 * @throws Refusal `job_not_failed`
 */
export async function retryFailedJob(
  { jobs, log }: Pick<OperationsServices, 'jobs' | 'log'>,
  job: string,
  by: string,
): Promise<{ readonly job: string }> {
  if (!(await jobs.retry(job))) throw new Refusal(operationsErrors, 'job_not_failed');
  log.info({ by, job }, 'a failed job is tried again');
  return { job };
}
