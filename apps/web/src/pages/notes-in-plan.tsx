import { usePlan, type PanelBeside } from '@cotejo/audits-web';
import { NotesBadge, NotesFollower, NotesPanel } from '@cotejo/worksheets-web';
import { MessageSquareText } from 'lucide-react';
import { useMemo } from 'react';

const NOTES = 'notas';

/** Review notes beside the plan: panel, badges of rows, and the follower of both. */
export const notesBeside: PanelBeside = {
  id: NOTES,
  title: 'worksheets-web:notes.title',
  icon: MessageSquareText,
  Panel({ audit, item, field, onClose }) {
    const { session, act, reveal, openPanel, worksheets, team, person } = usePlan();
    const people = useMemo(() => ({ me: session.me, team, person }), [session.me, team, person]);
    return (
      <NotesPanel
        auditId={audit.id}
        session={session}
        itemId={item}
        field={field}
        people={people}
        act={act}
        onItem={(id, of) => (id === null ? openPanel(NOTES) : openPanel(NOTES, id, of))}
        onWorksheet={(id, tab) => {
          worksheets.open(id);
          worksheets.chooseTab(id, tab);
        }}
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
