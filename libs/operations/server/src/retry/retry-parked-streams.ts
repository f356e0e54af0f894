import { Refusal } from '@cotejo/http/contracts';
import { ProjectionError, type ProjectionRunner } from '@cotejo/projections';
import { operationsErrors, type RetryBody, type RetryOutcome } from '@cotejo/operations-contracts';
import type { OperationsServices } from '../operations-services.ts';

/**
 * Retries one parked stream, all of a projection, or all. Streams are retried one after another: the writes of a retry
 * lock the projection.
 * @throws Refusal `projection_unknown`, `stream_not_parked`, `projection_in_transition`
 */
export async function retryParkedStreams(
  { runners, log }: Pick<OperationsServices, 'runners' | 'log'>,
  { projection, stream }: RetryBody,
  by: string,
): Promise<RetryOutcome[]> {
  const meant =
    projection === undefined ? runners : runners.filter(({ projector }) => projector.name === projection);
  if (meant.length === 0 && projection !== undefined)
    throw new Refusal(operationsErrors, 'projection_unknown');
  const outcomes: RetryOutcome[] = [];
  for (const runner of meant) {
    for (const outcome of await retry(runner, stream)) {
      const { stream: tried, ok, error } = outcome;
      outcomes.push({ projection: runner.projector.name, stream: tried, ok, error });
    }
  }
  if (outcomes.length === 0 && stream !== undefined) throw new Refusal(operationsErrors, 'stream_not_parked');
  log.info({ by, projection, stream, outcomes: outcomes.length }, 'parked streams tried again');
  return outcomes;
}

/** A projection whose tables another release is replacing, or has replaced, refuses a retry. */
async function retry(runner: ProjectionRunner, stream: string | undefined) {
  try {
    return await runner.retry(stream);
  } catch (error) {
    if (!(error instanceof ProjectionError)) throw error;
    throw new Refusal(operationsErrors, 'projection_in_transition');
  }
}
