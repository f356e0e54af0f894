import { randomUUID } from 'node:crypto';
import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  type AuditCommands,
  type BegunImport,
  type IntentEnvelope,
  type IntentOutcome,
} from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { intentsOfRow, programmeIntents, type ProgrammeRow } from '@cotejo/worksheets-domain';

/** Intents of one append: small enough to show progress to viewers, large enough to be fast. */
const BATCH = 40;

export interface ImportWatch {
  /** Aborts the import. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each batch with written and total intents. */
  readonly onProgress?: ((written: number, total: number) => void) | undefined;
}

/**
 * Writes a programme's rows into the audit created for it and ends the import. @returns the final audit
 * version
 * @throws Refusal with the code of the first refused intent; the signal's reason when aborted
 */
export async function fillAudit(
  audits: AuditCommands,
  principal: Principal,
  { audit, phase, operation, version }: BegunImport,
  rows: readonly ProgrammeRow[],
  { signal, onProgress }: ImportWatch,
): Promise<number> {
  let base = version;
  const submit = async (intents: readonly IntentEnvelope['intent'][]): Promise<void> => {
    signal?.throwIfAborted();
    const envelopes = intents.map((intent): IntentEnvelope => ({ intent, base, operation }));
    const submitted = await audits.submit(audit, principal, envelopes);
    refuseFailed(submitted.outcomes);
    base = submitted.version;
  };

  const total = rows.reduce((sum, row) => sum + intentsOfRow(row), 0);
  let written = 0;
  // Generated batch by batch: all intents of a large programme at once would block the thread.
  for (const batch of batches(programmeIntents(rows, phase, randomUUID))) {
    await submit(batch.map((intent) => ({ ...intent })));
    written += batch.length;
    onProgress?.(written, total);
  }
  await submit([{ kind: 'finish_operation', operation }]);
  return base;
}

function* batches<Intent>(intents: Iterable<Intent>): Generator<readonly Intent[]> {
  let batch: Intent[] = [];
  for (const intent of intents) {
    batch.push(intent);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function refuseFailed(outcomes: readonly IntentOutcome[]): void {
  for (const outcome of outcomes) {
    if (outcome.ok) continue;
    const { code, params } = outcome;
    throw new Refusal(auditErrors, code, params ? { params } : {});
  }
}
