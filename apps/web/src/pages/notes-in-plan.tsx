import type { ItemId } from '@cotejo/audits-contracts';
import { frontItemAtom, frontWorksheetAtom, targetAtom, usePlan, type PanelBeside } from '@cotejo/audits-web';
import { useIsWide } from '@cotejo/ui';
import { NotesBadge, NotesFollower, NotesPanel } from '@cotejo/worksheets-web';
import { atom, useAtomValue, useStore } from 'jotai';
import { MessageSquareText } from 'lucide-react';
import { useCallback, useMemo } from 'react';

const NOTES = 'notas';

/** The row on which commands act, else the worksheet in front. */
const selectedAtom = atom((get): ItemId | null => get(targetAtom) ?? get(frontItemAtom));
/** Beside the notes of one item: the panel is not drawn again while its worksheet takes the focus. */
const nothingAtom = atom((): ItemId | null => null);

/** Review notes beside the plan: panel, badges of rows, and the follower of both. */
export const notesBeside: PanelBeside = {
  id: NOTES,
  title: 'worksheets-web:notes.title',
  icon: MessageSquareText,
  Panel({ audit, item, field, onClose }) {
    const { session, act, showRow, openPanel, worksheets, team, person } = usePlan();
    const store = useStore();
    const selected = useAtomValue(item === null ? selectedAtom : nothingAtom);
    const isWide = useIsWide();
    const people = useMemo(() => ({ me: session.me, team, person }), [session.me, team, person]);
    const onTab = useCallback(
      (id: ItemId, tab: string) => {
        // The tab of a reference is registered under its own id, although it shows its original.
        const shown = store.get(frontWorksheetAtom);
        if (shown && (shown.data?.shown.id ?? shown.id) === id) worksheets.chooseTab(shown.id, tab);
      },
      [store, worksheets],
    );
    return (
      <NotesPanel
        auditId={audit.id}
        session={session}
        itemId={item}
        selected={selected}
        field={field}
        people={people}
        act={act}
        onItem={(id, of) => (id === null ? openPanel(NOTES) : openPanel(NOTES, id, of))}
        onWorksheet={(id, tab) => worksheets.open(id, { tab, keepsPanel: isWide })}
        onTab={onTab}
        onRow={showRow}
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
