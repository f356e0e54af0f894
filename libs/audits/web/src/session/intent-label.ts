import type { KernelIntent } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';

/** What an intent is about, as the person would call it: for the tray, also when the item is gone. */
export function labelOf(view: AuditView, intent: KernelIntent): string {
  if (intent.kind === 'create_item') return [intent.code, intent.name].filter(Boolean).join(' ');
  const node = 'id' in intent ? view.get(intent.id) : undefined;
  return node ? [node.code, node.name].filter(Boolean).join(' ') : '';
}
