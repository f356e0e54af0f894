import type { ItemId } from '@cotejo/audits-contracts';
import { alive } from '@cotejo/audits-domain';
import { ActionIcon } from '@mantine/core';
import { MessageSquarePlus, MessageSquareText } from 'lucide-react';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import { noteFocusAtom } from './note-drafts.ts';
import { notedPlaceAtom, useFieldNotes } from './notes-atoms.ts';
import styles from './note-here.module.css';

export interface NoteHereProps {
  /** Presence name of the field: values as `v:<key>`. */
  readonly field: string;
  readonly label: string;
  /** Item of the field, if it belongs to another worksheet. */
  readonly item?: ItemId;
}

/** Button beside a field's label that opens its review notes; visible on hover, or if there are notes. */
export function NoteHere({ field, label, item }: NoteHereProps) {
  const { t } = useTranslation('worksheets-web');
  const { itemId: open, session, openNotes } = useWorksheetHost();
  const itemId = item ?? open;
  const notes = useFieldNotes(itemId, field);
  const askFocus = useSetAtom(noteFocusAtom);
  const isCurrent = useAtomValue(
    useMemo(
      () => atom((get) => get(notedPlaceAtom)?.item === itemId && get(notedPlaceAtom)?.field === field),
      [itemId, field],
    ),
  );
  const mayAdd = useOfAudit(
    useCallback(
      (view) => {
        const node = view.get(itemId);
        if (!node || session.mode === 'read' || !alive(view, itemId)) return false;
        const { createdBy, assignee } = node;
        return session.can('plan.note__add', { createdBy, assignee });
      },
      [session, itemId],
    ),
  );
  if (!notes && !mayAdd) return null;
  const { unclosed = 0, closed = 0 } = notes ?? {};
  const words = notes
    ? unclosed > 0
      ? t('notes.here.unclosed', { count: unclosed, field: label })
      : t('notes.here.closed', { count: closed, field: label })
    : t('notes.here.add', { field: label });
  const Icon = notes ? MessageSquareText : MessageSquarePlus;
  return (
    <ActionIcon
      className={styles.here ?? ''}
      size={20}
      // Navigation to a field targets its own worksheet only.
      data-notes-at={item === undefined ? field : undefined}
      data-state={notes ? (unclosed > 0 ? 'unclosed' : 'closed') : undefined}
      aria-label={words}
      title={words}
      data-current={isCurrent || undefined}
      onClick={() => {
        openNotes(itemId, field);
        askFocus((count) => count + 1);
      }}
    >
      <Icon size={13} aria-hidden />
      {unclosed > 0 && <span className="num">{unclosed}</span>}
    </ActionIcon>
  );
}
