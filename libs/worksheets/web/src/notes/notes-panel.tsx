import type { ItemId } from '@cotejo/audits-contracts';
import { alive, displayText, resolved } from '@cotejo/audits-domain';
import { EmptyState, ErrorState, SidePanel, TableSkeleton } from '@cotejo/ui';
import type { NoteId, NoteIntent } from '@cotejo/worksheets-contracts';
import { SegmentedControl, Select } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { MessageSquareText } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { NoteCard } from './note-card.tsx';
import { NoteComposer } from './note-composer.tsx';
import { notesStateAtom, shownNotesAtom } from './notes-atoms.ts';
import { filterNotes, groupByItem, NOTE_FILTERS, type NoteFilter } from './filter-notes.ts';
import { actorOn, type NotesSession } from './notes-session.ts';
import styles from './notes.module.css';

export interface NotesPanelProps {
  readonly auditId: string;
  readonly session: NotesSession;
  /** The item whose notes are shown; null for those of the whole audit. */
  readonly itemId: ItemId | null;
  /** Does it; a refusal is told in words. True when it was accepted. */
  readonly act: (intent: NoteIntent) => boolean;
  readonly onItem: (id: ItemId | null) => void;
  /** Shows the row of an item in the tree. */
  readonly onReveal: (id: ItemId) => void;
  readonly onClose: () => void;
}

/** The review notes of an item or of the whole audit, as they are written. */
export function NotesPanel(props: NotesPanelProps) {
  const { session, act } = props;
  const { t } = useTranslation('worksheets-web');
  const state = useAtomValue(notesStateAtom);
  const notes = useLivingNotes(session);
  const [chosen, setChosen] = useState<Partial<NoteFilter>>({});
  const [since] = useState(() => Date.now());

  const node = props.itemId === null ? undefined : session.view.get(props.itemId);
  const item = node && resolved(session.view, node);
  const ofItem = item ? notes.filter((note) => note.item === item.id) : notes;
  // On an item the closed ones are its history; of an audit they would be most of all.
  const filter: NoteFilter = { status: item ? 'all' : 'unclosed', author: null, ...chosen };
  const shown = filterNotes(ofItem, filter);
  const mayAdd =
    item !== undefined &&
    session.mode === 'edit' &&
    item.type !== 'link' &&
    alive(session.view, item.id) &&
    session.can('plan.note__add', actorOn(session, item.id).object);
  const wayOn = item ? (mayAdd ? 'notes.empty.item' : null) : 'notes.empty.audit';
  const add = (text: string): boolean =>
    item !== undefined &&
    act({ kind: 'add_note', id: item.id, note: crypto.randomUUID() as NoteId, field: null, text });

  return (
    <SidePanel
      opened
      title={t('notes.title')}
      onClose={props.onClose}
      overline={item && <span className={styles.scope}>{displayText(session.view, item)}</span>}
      tabs={
        <div className={styles.filters}>
          {item && (
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('notes.scope')}
              value="item"
              onChange={(value) => value === 'audit' && props.onItem(null)}
              data={[
                { value: 'item', label: t('notes.of_item') },
                { value: 'audit', label: t('notes.of_audit') },
              ]}
            />
          )}
          <Filters
            filter={filter}
            onFilter={(change) => setChosen({ ...chosen, ...change })}
            authors={authorsOf(ofItem)}
            me={session.me}
          />
        </div>
      }
      footer={
        mayAdd ? (
          <NoteComposer
            key={item.id}
            place={item.id}
            label={t('notes.write.add')}
            send={t('notes.act.add')}
            onSend={add}
          />
        ) : undefined
      }
    >
      {state === 'refused' && <ErrorState text={t('notes.refused')} />}
      {state === 'waiting' && notes.length === 0 && <TableSkeleton />}
      {state === 'live' && shown.length === 0 && (
        <EmptyState
          icon={MessageSquareText}
          title={t(ofItem.length === 0 ? 'notes.empty.title' : 'notes.empty.filtered')}
          {...(ofItem.length === 0 && wayOn !== null ? { text: t(wayOn) } : {})}
        />
      )}
      {groupByItem(session.view, shown).map(({ id, notes: ofGroup }) => (
        <section key={id} className={styles.group}>
          {!item && (
            <h3 className={styles.groupTitle}>
              <button
                type="button"
                onClick={() => {
                  props.onReveal(id);
                  props.onItem(id);
                }}
              >
                {nameOf(session, id)}
              </button>
            </h3>
          )}
          <ol className={styles.notes} aria-label={nameOf(session, id)}>
            {ofGroup.map((note) => (
              <NoteCard key={note.id} note={note} session={session} act={act} since={since} />
            ))}
          </ol>
        </section>
      ))}
    </SidePanel>
  );
}

/** Notes of items that are there; anew with every change of tree, rights or notes. */
function useLivingNotes(session: NotesSession) {
  const notes = useAtomValue(shownNotesAtom);
  const tree = useSyncExternalStore(
    (listener) => session.onTree(listener),
    () => session.snapshot,
  );
  // The view moves with the snapshot, which is what tells that it did.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => notes.filter(({ item }) => alive(session.view, item)), [notes, tree, session]);
}

function nameOf({ view }: NotesSession, id: ItemId): string {
  const node = view.get(id);
  return node ? displayText(view, node) : '';
}

interface Author {
  readonly id: string;
  readonly name: string;
}

const authorsOf = (notes: readonly { readonly by: Author }[]): readonly Author[] =>
  [...new Map(notes.map(({ by }) => [by.id, by])).values()].sort((a, b) => a.name.localeCompare(b.name));

interface FiltersProps {
  readonly filter: NoteFilter;
  readonly onFilter: (change: Partial<NoteFilter>) => void;
  readonly authors: readonly Author[];
  readonly me: string;
}

/** By state and by author, the own ones first. */
function Filters({ filter, onFilter, authors, me }: FiltersProps) {
  const { t } = useTranslation('worksheets-web');
  return (
    <div className={styles.selects}>
      <Select
        size="xs"
        aria-label={t('notes.filter.status')}
        allowDeselect={false}
        data={NOTE_FILTERS.map((value) => ({ value, label: t(`notes.status.${value}`) }))}
        value={filter.status}
        onChange={(value) => onFilter({ status: NOTE_FILTERS.find((one) => one === value) ?? 'all' })}
      />
      <Select
        size="xs"
        aria-label={t('notes.filter.author')}
        placeholder={t('notes.filter.everybody')}
        clearable
        data={[
          { value: me, label: t('notes.filter.mine') },
          ...authors.filter(({ id }) => id !== me).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={filter.author}
        onChange={(author) => onFilter({ author })}
      />
    </div>
  );
}
