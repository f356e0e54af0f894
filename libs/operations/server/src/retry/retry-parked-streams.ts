import { Refusal } from '@cotejo/http/contracts';
import { ProjectionError, type ProjectionRunner } from '@cotejo/projections';
import { operationsErrors, type RetryBody, type RetryOutcome } from '@cotejo/operations-contracts';
import type { OperationsServices } from '../operations-services.ts';

/**
 * Tries one parked stream again, all of a projection's, or all. Streams go one after another: what a retry
 * writes locks its projection.
 * @throws Refusal `projection_unknown`, `stream_not_parked`, `projection_in_transition`
 */
export async function retryParkedStreams(
  { runners, log }: Pick<OperationsServices, 'runners' | 'log'>,
  { projection, stream }: RetryBody,
  by: string,
): Promise<RetryOutcome[]> {
  const all = runners();
  const meant = projection === undefined ? all : all.filter(({ projector }) => projector.name === projection);
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

/** A release whose rows are about to be replaced, or that were replaced already, has nothing to try. */
async function retry(runner: ProjectionRunner, stream: string | undefined) {
  try {
    return await runner.retry(stream);
  } catch (error) {
    if (!(error instanceof ProjectionError)) throw error;
    throw new Refusal(operationsErrors, 'projection_in_transition');
  }
}
