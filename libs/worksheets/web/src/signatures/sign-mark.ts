import type { ItemId, Rejection, SignatureMark } from '@cotejo/audits-contracts';
import { markingIntent } from '@cotejo/audits-domain';
import type { TextConnection } from '@cotejo/texts/client';
import type { WorksheetHost } from '../host/worksheet-host.ts';

/** Milliseconds that a signature waits for this user's own edits to be saved. */
const SETTLE_MS = 4_000;

type Text = Pick<TextConnection, 'status' | 'rows' | 'listen'>;

/** Resolves once this user's edits are saved, or after the timeout. */
async function settled(text: Text): Promise<void> {
  if (text.status.state !== 'saving') return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, SETTLE_MS);
    const stop = text.listen({ onStatus: ({ state }) => state !== 'saving' && done() });
    function done() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}

/**
 * Requests a signature for exactly the visible state: the plan's version and the row of the texts. Null =
 * success. Waits for unsaved edits first, because a signature must not cover text that only this browser has.
 */
export async function signMark(
  host: Pick<WorksheetHost, 'request' | 'session'>,
  id: ItemId,
  mark: SignatureMark,
  text: Text | null,
): Promise<Rejection | null> {
  if (text) await settled(text);
  const { view } = host.session;
  const node = view.get(id);
  if (!node) return { code: 'item_not_found' };
  return host.request(markingIntent(view, node, mark, text ? text.rows : null));
}
