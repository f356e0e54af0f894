import { auditId, itemId } from '@cotejo/audits-contracts';
import { z } from 'zod';
import type { CopiedItems } from './plan-context.ts';

/** MIME type of copied items; read by this product only. */
const KIND = 'application/x-cotejo-items';

const copiedItems = z.object({
  audit: auditId,
  ids: z.array(itemId).min(1).max(10_000),
  isCut: z.boolean(),
});

/** Writes items to the clipboard, with their names as plain-text lines for other programs. */
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

/** Items of a plan on the clipboard, else its lines of text; null when there are neither. */
export function readPasted(clipboard: Pick<DataTransfer, 'getData'>): Pasted | null {
  try {
    const copied = copiedItems.parse(JSON.parse(clipboard.getData(KIND)));
    return { kind: 'items', copied: { ...copied, ids: copied.ids } };
  } catch {
    // Missing, or JSON of another shape: fall through to the plain text.
  }
  const lines = clipboard
    .getData('text/plain')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  return lines.length === 0 ? null : { kind: 'lines', lines };
}
