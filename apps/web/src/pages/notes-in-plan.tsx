import type { KernelIntent } from '@cotejo/audits-contracts';
import { usePlan, type PanelBeside } from '@cotejo/audits-web';
import { NotesBadge, NotesFollower, NotesPanel } from '@cotejo/worksheets-web';
import { MessageSquareText } from 'lucide-react';

const NOTES = 'notas';

/** Review notes beside the plan: their panel, their marks on rows, and what keeps both. */
export const notesBeside: PanelBeside = {
  id: NOTES,
  title: 'worksheets-web:notes.title',
  icon: MessageSquareText,
  Panel({ audit, item, onClose }) {
    const { session, act, reveal, openPanel } = usePlan();
    return (
      <NotesPanel
        auditId={audit.id}
        session={session}
        itemId={item}
        // Intents of slices go the way of the kernel's own.
        act={(intent) => act(intent as unknown as KernelIntent)}
        onItem={(id) => (id === null ? openPanel(NOTES) : openPanel(NOTES, id))}
        onReveal={reveal}
        onClose={onClose}
      />
    );
  },
  Badge: ({ item, onOpen }) => <NotesBadge itemId={item} onOpen={onOpen} />,
  Companion({ audit }) {
    const { session } = usePlan();
    return <NotesFollower auditId={audit.id} session={session} />;
  },
};
