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

/** Intents of one append: few enough that whoever watches sees rows arrive, enough to be quick. */
const BATCH = 40;

export interface ImportWatch {
  /** Gives the import up. */
  readonly signal?: AbortSignal | undefined;
  /** Told after each batch: intents written, of how many. */
  readonly onProgress?: ((written: number, total: number) => void) | undefined;
}

/**
 * Writes the rows of a programme into the audit that was begun for it and ends the import.
 * @returns the audit version at its end
 * @throws Refusal with the code of the first intent that was refused; the signal's reason when it was given up
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
  // Made batch by batch: those of a large programme at once would hold the thread.
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
