import type { AuditDetail, ItemId } from '@cotejo/audits-contracts';
import { resolved } from '@cotejo/audits-domain';
import { frontWorksheetAtom, usePlan } from '@cotejo/audits-web';
import { useWorkspace } from '@cotejo/ui';
import { worksheetParts } from '@cotejo/worksheets-web';
import { useStore } from 'jotai';
import { useEffect } from 'react';

/** Rows of the tree that are drawn: those in sight, and a few around them. */
const drawnRows = (): readonly ItemId[] =>
  [...document.querySelectorAll<HTMLElement>('[role=tree] [data-item]')].map(
    ({ dataset }) => dataset['item'] as ItemId,
  );

/** Fetches the texts of rows in sight, those beside the open worksheet first, so that they can be read offline. */
export function TextsAhead({ audit }: { readonly audit: AuditDetail }) {
  const { session } = usePlan();
  const { getTicket } = useWorkspace();
  const store = useStore();
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isOver = false;
    const next = () => {
      const rows = drawnRows();
      const front = rows.indexOf(store.get(frontWorksheetAtom)?.id as ItemId);
      return rows
        .map((id, at) => ({ node: session.view.get(id), far: Math.abs(at - Math.max(front, 0)) }))
        .sort((a, b) => a.far - b.far)
        .flatMap(({ node }) => {
          if (node === undefined) return [];
          const { id, type } = resolved(session.view, node);
          return type === 'link' ? [] : [{ itemId: id, type }];
        });
    };
    worksheetParts
      .load()
      .then((parts) => {
        if (!isOver) stop = parts.followTextsAhead({ user: session.me, getTicket }, audit.id, next);
      })
      // Tried again with the next worksheet that is opened.
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [audit.id, session, store, getTicket]);
  return null;
}
