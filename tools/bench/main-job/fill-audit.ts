import { itemId, type ItemId, type ItemType, type KernelIntent } from '@cotejo/audits-contracts';
import { displayOrder } from '@cotejo/audits-domain';
import { codesAfter } from '../../../libs/audits/domain/src/items/codes.ts';
import type { AuditSession } from '../../../libs/audits/web/src/session/audit-session.ts';

const STEPS = 12;
const RISKS = 4;
const CONTROLS = 2;
/** Commands that may be pending: the outbox is rebased whenever the base moves. */
const WAITING = 20;

/**
 * Fills an audit up to `items` items, in the shape of a plan: processes with steps, risks, controls and tests, through
 * ordinary intents, one batch per process: some fifty items a second, the limit of one user. Resolves once the base holds
 * them all.
 */
export async function fillAudit(session: AuditSession, items: number, signal: AbortSignal): Promise<void> {
  const phase = displayOrder(session.view, null)[1];
  if (phase === undefined) throw new Error('the template has no phase for processes');
  const codeOf = codesAfter(session.view);
  let left = items - countItems(session);
  for (let number = 1; left > 0; number++) {
    const process = processOf(phase, number, codeOf).slice(0, left);
    left -= process.length;
    const result = session.actTogether(process);
    if (!result.ok) throw new Error(`a process was refused: ${result.rejection.code}`);
    await pendingBelow(session, WAITING, signal);
  }
  await pendingBelow(session, 1, signal);
  const tray = session.tray[0];
  if (tray) throw new Error(`an item was refused: ${tray.code}`);
}

export function countItems(session: AuditSession): number {
  const under = (parent: ItemId | null): number =>
    displayOrder(session.view, parent).reduce((sum, id) => sum + 1 + under(id), 0);
  return under(null);
}

/** All items of one process, parents first. */
function processOf(
  phase: ItemId,
  number: number,
  codeOf: (type: ItemType) => string | null,
): readonly KernelIntent[] {
  const intents: KernelIntent[] = [];
  const add = (type: ItemType, parent: ItemId, name: string): ItemId => {
    const id = itemId.parse(crypto.randomUUID());
    intents.push({ kind: 'create_item', id, type, parent, name, code: codeOf(type) });
    return id;
  };
  const owner = add('process', phase, `Proceso ${number}`);
  for (let step = 1; step <= STEPS; step++) add('step', owner, `Paso ${number}.${step}`);
  for (let risk = 1; risk <= RISKS; risk++) {
    const threatened = add('risk', owner, `Riesgo ${number}.${risk}`);
    for (let control = 1; control <= CONTROLS; control++) {
      const tested = add('control', threatened, `Control ${number}.${risk}.${control}`);
      add('control_test', tested, `Prueba ${number}.${risk}.${control}`);
    }
  }
  return intents;
}

async function pendingBelow(session: AuditSession, count: number, signal: AbortSignal): Promise<void> {
  while (session.pendingCount >= count) {
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
