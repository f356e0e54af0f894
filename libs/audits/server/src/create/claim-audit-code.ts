import { randomUUID } from 'node:crypto';
import type { AccountId } from '@cotejo/access-contracts';
import { codeClaimEvent, codeClaimEvents, type AuditId, type CodeClaimEvent } from '@cotejo/audits-contracts';
import { EventStoreError, type EventStore, type RecordedEvent } from '@cotejo/event-store';

export interface Claimant {
  readonly account: AccountId;
  readonly audit: AuditId;
  readonly actor: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

const claimStream = (account: AccountId, code: string): string => `claim-${account}-audit-code-${code}`;

/** Reserves a code for this audit, before the audit exists. False when another audit holds the code. */
export async function claimAuditCode(store: EventStore, code: string, claimant: Claimant): Promise<boolean> {
  const stream = claimStream(claimant.account, code);
  for (;;) {
    const last = await lastEvent(store, stream);
    const holder = holderAfter(last);
    if (holder !== null) return holder === claimant.audit;
    if (await write(store, stream, last, 'AuditCodeClaimed', claimant)) return true;
  }
}

/** Releases the code of an audit that could not be created; no effect when another audit holds it. */
export async function releaseAuditCode(store: EventStore, code: string, claimant: Claimant): Promise<void> {
  const stream = claimStream(claimant.account, code);
  const last = await lastEvent(store, stream);
  if (holderAfter(last) !== claimant.audit) return;
  await write(store, stream, last, 'AuditCodeReleased', claimant);
}

/** Audit that holds the code after this event; null when the code is free. */
function holderAfter(last: RecordedEvent | null): AuditId | null {
  if (!last) return null;
  const { type, data } = codeClaimEvents.read(last);
  const claim = codeClaimEvent.parse({ type, data });
  return claim.type === 'AuditCodeClaimed' ? claim.data.audit : null;
}

/** False when another writer appended first. */
async function write(
  store: EventStore,
  stream: string,
  last: RecordedEvent | null,
  type: CodeClaimEvent['type'],
  { account, audit, actor, at }: Claimant,
): Promise<boolean> {
  try {
    await store.append({
      stream,
      expected: last === null ? 'no-stream' : last.version,
      events: [
        {
          id: randomUUID(),
          type,
          schemaVersion: codeClaimEvents.newest(type),
          data: { audit },
          meta: { actor, at, account },
        },
      ],
    });
    return true;
  } catch (error) {
    if (error instanceof EventStoreError && error.kind === 'conflict') return false;
    throw error;
  }
}

async function lastEvent(store: EventStore, stream: string): Promise<RecordedEvent | null> {
  for await (const event of store.read(stream, { direction: 'backwards', limit: 1 })) return event;
  return null;
}
