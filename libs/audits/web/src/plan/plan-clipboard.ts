import { auditId, itemId } from '@cotejo/audits-contracts';
import { z } from 'zod';
import type { CopiedItems } from './plan-context.ts';

/** Kind of data on the clipboard that only this product reads. */
const KIND = 'application/x-cotejo-items';

const copiedItems = z.object({
  audit: auditId,
  ids: z.array(itemId).min(1).max(10_000),
  isCut: z.boolean(),
});

/** Puts items on the clipboard, and their names as lines for every other program. */
export function writeCopied(
  clipboard: Pick<DataTransfer, 'setData'>,
  copied: CopiedItems,
  names: readonly string[],
): void {
  clipboard.setData(KIND, JSON.stringify(copied));
  clipboard.setData('text/plain', names.join('\n'));
}

export type Pasted =
  | { readonly kind: 'items'; readonly copied: CopiedItems }
  | { readonly kind: 'lines'; readonly lines: readonly string[] };

/** What lies on the clipboard: items of a plan, else lines of text; null when neither. */
export function readPasted(clipboard: Pick<DataTransfer, 'getData'>): Pasted | null {
  try {
    const copied = copiedItems.parse(JSON.parse(clipboard.getData(KIND)));
    return { kind: 'items', copied: { ...copied, ids: copied.ids } };
  } catch {
    // Not ours.
  }
  const lines = clipboard
    .getData('text/plain')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  return lines.length === 0 ? null : { kind: 'lines', lines };
}
