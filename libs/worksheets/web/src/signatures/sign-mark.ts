import type { ItemId, Rejection, SignatureMark } from '@cotejo/audits-contracts';
import { markingIntent } from '@cotejo/audits-domain';
import type { TextConnection } from '@cotejo/texts/client';
import type { WorksheetHost } from '../host/worksheet-host.ts';

/** Longest that a signature waits for this person's own words to be kept. */
const SETTLE_MS = 4_000;

type Text = Pick<TextConnection, 'status' | 'rows' | 'listen'>;

/** Resolves once nothing of this person's is on its way, or it takes too long. */
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
 * Asks for a mark under the worksheet exactly as it is seen: its version, and how far its texts came here. Null = it
 * stands. Words that are not kept yet are waited for: nobody signs what only their browser has.
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
