import type { ItemId, AuditIntent } from '@cotejo/audits-contracts';
import { resolved, type AuditView } from '@cotejo/audits-domain';
import { partsOf } from './intent-parts.ts';

/**
 * Display label of the item that an intent concerns; stored with the intent, for the tray, in case the item
 * is deleted.
 */
export function labelOf(view: AuditView, intent: AuditIntent): string {
  const [first] = partsOf(intent);
  if (!first) return '';
  if (first.kind === 'create_item') return written(first.code, first.name);
  if (first.kind === 'copy_item') return first.name ?? called(view, first.source);
  if (first.kind === 'set_sprint' || first.kind === 'set_visit')
    return first.name ?? view.stretches.get(first.stretch)?.name ?? '';
  return 'id' in first ? called(view, first.id) : '';
}

function called(view: AuditView, id: ItemId): string {
  const node = view.get(id);
  if (!node) return '';
  const { code, name } = resolved(view, node);
  return written(code, name);
}

const written = (code: string | null | undefined, name: string): string =>
  [code, name].filter(Boolean).join(' ');
