import type { UserId } from '@cotejo/access-contracts';
import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { AuditMirror } from '@cotejo/audits-domain';
import type { NotePerson } from '@cotejo/worksheets-contracts';
import { givenRecord } from './given-record.fixture.ts';

export const uuid = (kind: number, n: number) =>
  `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const ana: NotePerson = { id: uuid(2, 1) as UserId, name: 'Ana Ruiz', sigla: 'AR' };
export const luis: NotePerson = { id: uuid(2, 2) as UserId, name: 'Luis Paz', sigla: 'LP' };
export const [step, risk, phase] = [uuid(1, 1), uuid(1, 2), uuid(1, 3)] as [ItemId, ItemId, ItemId];

/** A plan at version 3: a phase that contains a risk and a step, all created by Luis. */
export function smallPlan(): AuditMirror {
  const view = new AuditMirror();
  const item = (id: ItemId, type: ItemType, parent: ItemId | null, name: string) =>
    view.applyRecord(id, givenRecord({ type, name, place: [parent, `a${view.childrenOf(parent).length}`] }));
  item(phase, 'phase', null, 'Ejecución');
  item(risk, 'risk', phase, 'Pagos duplicados');
  item(step, 'step', phase, 'Conciliar pagos');
  view.setVersion(3);
  return view;
}
