import { itemId, type ItemId, type ItemType, type KernelIntent } from '@cotejo/audits-contracts';
import { displayOrder, nextCode } from '@cotejo/audits-domain';
import type { AuditSession } from '../../../libs/audits/web/src/session/audit-session.ts';

const STEPS = 12;
const RISKS = 4;
const CONTROLS = 2;

/**
 * Gives an audit as many live items as asked, as a plan has them: processes with steps, risks, controls and
 * tests, through intents like any other change. Resolves once the base holds them all.
 */
export async function fillAudit(session: AuditSession, items: number, signal: AbortSignal): Promise<void> {
  const phase = displayOrder(session.view, null)[1];
  if (phase === undefined) throw new Error('the template has no phase for processes');
  let left = items - countItems(session);
  const add = (type: ItemType, parent: ItemId, name: string): ItemId => {
    const id = itemId.parse(crypto.randomUUID());
    if (left <= 0) return id;
    left -= 1;
    perform(session, { kind: 'create_item', id, type, parent, name, code: nextCode(session.view, type) });
    return id;
  };
  for (let process = 1; left > 0; process++) {
    const owner = add('process', phase, `Proceso ${process}`);
    for (let step = 1; step <= STEPS; step++) add('step', owner, `Paso ${process}.${step}`);
    for (let risk = 1; risk <= RISKS; risk++) {
      const threatened = add('risk', owner, `Riesgo ${process}.${risk}`);
      for (let control = 1; control <= CONTROLS; control++) {
        const tested = add('control', threatened, `Control ${process}.${risk}.${control}`);
        add('control_test', tested, `Prueba ${process}.${risk}.${control}`);
      }
    }
  }
  while (session.pendingCount > 0) {
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const tray = session.tray[0];
  if (tray) throw new Error(`an item was refused: ${tray.code}`);
}

export function countItems(session: AuditSession): number {
  const under = (parent: ItemId | null): number =>
    displayOrder(session.view, parent).reduce((sum, id) => sum + 1 + under(id), 0);
  return under(null);
}

function perform(session: AuditSession, intent: KernelIntent): void {
  const result = session.act(intent);
  if (!result.ok) throw new Error(`${intent.kind} was refused: ${result.rejection.code}`);
}
