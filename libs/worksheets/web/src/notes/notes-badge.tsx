import type { ItemId } from '@cotejo/audits-contracts';
import { UnstyledButton } from '@mantine/core';
import { AtSign, MessageSquareText } from 'lucide-react';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { noteFocusAtom } from './note-drafts.ts';
import { useOpenNotes, type OpenNotes } from './notes-atoms.ts';
import styles from './notes.module.css';

export interface NotesBadgeProps {
  readonly itemId: ItemId;
  readonly onOpen: () => void;
}

/** Badge with the number of an item's unclosed notes; nothing for none. */
export function NotesBadge({ itemId, onOpen }: NotesBadgeProps) {
  const notes = useOpenNotes(itemId);
  // Most rows have no notes: only this check runs for them.
  return notes ? <Badge notes={notes} onOpen={onOpen} /> : null;
}

function Badge({ notes, onOpen }: { readonly notes: OpenNotes; readonly onOpen: () => void }) {
  const { t } = useTranslation('worksheets-web');
  const askFocus = useSetAtom(noteFocusAtom);
  const { open, answered, namesMe } = notes;
  const notesLeft = t('notes.badge', { count: open + answered, open, answered });
  const words = namesMe ? t('notes.badge_names_me', { notes: notesLeft }) : notesLeft;
  const Icon = namesMe ? AtSign : MessageSquareText;
  return (
    <UnstyledButton
      className={styles.badge}
      data-answered={open === 0 || undefined}
      tabIndex={-1}
      aria-label={words}
      title={words}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
        askFocus((count) => count + 1);
      }}
    >
      <Icon size={12} aria-hidden />
      <span className="num">{open + answered}</span>
    </UnstyledButton>
  );
}
