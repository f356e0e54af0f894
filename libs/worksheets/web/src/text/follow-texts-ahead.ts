import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { isTextKept, openText, type TextConnection } from '@cotejo/texts/client';
import { TEXT_FIELDS, WORKSHEET_ROOM_KIND, worksheetRoomId } from '@cotejo/worksheets-contracts';
import { encodeStateAsUpdate } from 'yjs';
import { rootKindsOf, roomsUrl, type TextAccess } from './text-pool.ts';
import { runAhead, TextsAhead } from './texts-ahead.ts';

/** A worksheet whose texts may be opened next. */
export interface NextWorksheet {
  readonly itemId: ItemId;
  readonly type: ItemType;
}

/** Milliseconds after which a text that does not come is given up. */
const TIMEOUT_MS = 8_000;

/** Fetches the texts of worksheets that may be opened next; returns how to stop. `next`: the likeliest first. */
export function followTextsAhead(
  { user, getTicket }: Omit<TextAccess, 'url'>,
  auditId: string,
  next: () => readonly NextWorksheet[],
): () => void {
  const room = ({ itemId }: NextWorksheet) => ({
    user,
    kind: WORKSHEET_ROOM_KIND,
    id: worksheetRoomId(auditId, itemId),
  });
  const ahead = new TextsAhead<NextWorksheet>({
    wanted: () => next().filter(({ type }) => TEXT_FIELDS[type] !== undefined),
    keyOf: ({ itemId }) => itemId,
    isKept: (text) => isTextKept(room(text)),
    async fetch(text) {
      const connection = await openText({
        ...{ ...room(text), url: roomsUrl(), getTicket },
        rootKinds: rootKindsOf(text.type),
      });
      const isWhole = await arrival(connection);
      const bytes = connection.document ? encodeStateAsUpdate(connection.document).length : 0;
      await connection.close();
      return isWhole ? bytes : null;
    },
    isReady: () => navigator.onLine && document.visibilityState === 'visible',
  });
  return runAhead(ahead);
}

/** Whether the document came from the server. */
function arrival(connection: TextConnection): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isWhole: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(isWhole);
    };
    const look = () => {
      const { state } = connection.status;
      if (state === 'saved' || state === 'readonly') done(true);
      if (state === 'offline' || state === 'failed') done(false);
    };
    const timer = setTimeout(() => done(false), TIMEOUT_MS);
    const stop = connection.listen({ onStatus: look });
    look();
  });
}
