import { useWorkspace } from '@cotejo/ui';
import type { TextConnection, TextDraft, TextStatus } from '@cotejo/texts/client';
import { useEffect, useMemo, useState } from 'react';
import type { Doc } from 'yjs';
import { useItem, useWorksheetHost } from '../host/worksheet-host.ts';
import { roomsUrl, textPool } from './text-pool.ts';

/** Current state of a worksheet's texts. */
export interface WorksheetText {
  readonly connection: TextConnection;
  /** Null while there is none to show. */
  readonly document: Doc | null;
  readonly status: TextStatus;
  readonly drafts: readonly TextDraft[];
  /** Whether both the room and the audit's rules allow this user to write. */
  readonly isWritable: boolean;
}

/** Whether the text is not in this browser and cannot come before there is a connection. */
export const isUnopened = ({ document, status }: Pick<WorksheetText, 'document' | 'status'>): boolean =>
  document === null && status.state === 'offline';

const now = (connection: TextConnection): Omit<WorksheetText, 'isWritable'> => ({
  connection,
  document: connection.document,
  status: connection.status,
  drafts: connection.drafts,
});

/**
 * Texts of the surrounding worksheet; null until this browser's copy is loaded.
 * @param isGone also for an item that left the plan, to show this browser's local drafts
 */
export function useWorksheetText(isGone = false): WorksheetText | null {
  const { getTicket } = useWorkspace();
  const { audit, itemId, session } = useWorksheetHost();
  const type = useItem()?.type ?? null;
  const [text, setText] = useState<Omit<WorksheetText, 'isWritable'> | null>(null);
  const { me } = session;

  useEffect(() => {
    if (type === null && !isGone) return undefined;
    const access = { url: roomsUrl(), user: me, getTicket };
    const { opening, leave } = textPool.take(access, { auditId: audit.id, itemId, type });
    let stop: (() => void) | null = null;
    let hasLeft = false;
    void opening.then((connection) => {
      if (hasLeft) return;
      const tell = () => setText(now(connection));
      stop = connection.listen({ onDocument: tell, onStatus: tell, onMode: tell, onDrafts: tell });
      tell();
    });
    return () => {
      hasLeft = true;
      stop?.();
      leave();
      setText(null);
    };
    // A connection depends on user and worksheet only; tickets are fetched on demand.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [audit.id, itemId, type, isGone, me]);

  useStayWhileLost(text?.status);
  return useMemo(
    () =>
      text && {
        ...text,
        isWritable:
          session.mode === 'edit' &&
          text.connection.mode === 'edit' &&
          text.status.state !== 'failed' &&
          text.status.state !== 'readonly',
      },
    [text, session.mode],
  );
}

/** Asks before closing the page if unsent edits are not stored in the browser. */
function useStayWhileLost(status: TextStatus | undefined): void {
  const isLost = status?.state === 'offline' && status.unsent && !status.kept;
  useEffect(() => {
    if (!isLost) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isLost]);
}
