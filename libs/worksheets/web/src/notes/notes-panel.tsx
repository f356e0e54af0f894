import type { ItemId } from '@cotejo/audits-contracts';
import { alive, itemTitle, resolved } from '@cotejo/audits-domain';
import { EmptyState, ErrorState, SidePanel, TableSkeleton } from '@cotejo/ui';
import type { NoteId, NoteIntent } from '@cotejo/worksheets-contracts';
import { Checkbox, SegmentedControl, Select } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { MessageSquareText, X } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldName } from '../attachments/field-name.ts';
import { useOpenShown } from '../mentions/use-open-shown.ts';
import { tabOfField } from '../tabs/tab-of-field.ts';
import { NoteCard } from './note-card.tsx';
import { NoteComposer } from './note-composer.tsx';
import { mentions } from './note-facts.ts';
import type { NotePeople } from './note-words.tsx';
import { notesStateAtom, shownNotesAtom } from './notes-atoms.ts';
import { filterNotes, groupByItem, NOTE_FILTERS, type NoteFilter } from './filter-notes.ts';
import { actorOn, type NotesSession } from './notes-session.ts';
import styles from './notes.module.css';
import { showNotedField } from './show-noted-field.ts';
import type { ShownNote } from './shown-notes.ts';

export interface NotesPanelProps {
  readonly auditId: string;
  readonly session: NotesSession;
  /** The item whose notes are shown; null for the whole audit. */
  readonly itemId: ItemId | null;
  /** The field whose notes are shown and written; null for the whole worksheet. */
  readonly field: string | null;
  readonly people: NotePeople;
  /** Applies an intent; a refusal is shown as a text. True if accepted. */
  readonly act: (intent: NoteIntent) => boolean;
  readonly onItem: (id: ItemId | null, field?: string) => void;
  /** Opens the worksheet of an item with this tab selected. */
  readonly onWorksheet: (id: ItemId, tab: string) => void;
  /** Reveals the row of an item in the tree. */
  readonly onReveal: (id: ItemId) => void;
  readonly onClose: () => void;
}

/** Live review notes of an item or of the whole audit. */
export function NotesPanel(props: NotesPanelProps) {
  const { session, act, people } = props;
  const { t } = useTranslation('worksheets-web');
  const state = useAtomValue(notesStateAtom);
  const notes = useLivingNotes(session);
  const [chosen, setChosen] = useState<Partial<NoteFilter>>({});
  const [since] = useState(() => Date.now());

  const node = props.itemId === null ? undefined : session.view.get(props.itemId);
  const item = node && resolved(session.view, node);
  const ofItem = item ? notes.filter((note) => note.item === item.id) : notes;
  // For an item, closed notes are its history; for an audit they would be the majority.
  const filter: NoteFilter = {
    status: item ? 'all' : 'unclosed',
    author: null,
    names: null,
    ...chosen,
    field: item ? props.field : null,
  };
  const shown = filterNotes(ofItem, filter);
  useOpenShown(props.auditId, shown);
  const mayAdd =
    item !== undefined &&
    session.mode === 'edit' &&
    item.type !== 'link' &&
    alive(session.view, item.id) &&
    session.can('plan.note__add', actorOn(session, item.id).object);
  const wayOn = item ? (mayAdd ? 'notes.empty.item' : null) : 'notes.empty.audit';
  const add = (text: string): boolean =>
    item !== undefined &&
    act({ kind: 'add_note', id: item.id, note: crypto.randomUUID() as NoteId, field: filter.field, text });
  const fieldName = useFieldName(item);
  const fields = item ? fieldsOf(ofItem, props.field) : [];
  const fieldWay = ({ item: id, field }: ShownNote): (() => void) | undefined => {
    const type = session.view.get(id)?.type;
    const tab = type && field !== null ? tabOfField(type, field) : undefined;
    if (tab === undefined || field === null) return undefined;
    return () => {
      props.onWorksheet(id, tab);
      showNotedField(field);
    };
  };

  return (
    <SidePanel
      opened
      title={t('notes.title')}
      onClose={props.onClose}
      overline={item && <span className={styles.scope}>{itemTitle(session.view, item)}</span>}
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
            namingMe={ofItem.filter((note) => note.status !== 'closed' && mentions(note, session.me)).length}
          >
            {item && fields.length > 0 && (
              <Select
                size="xs"
                aria-label={t('notes.filter.field')}
                placeholder={t('notes.filter.every_field')}
                clearable
                data={fields.map((field) => ({ value: field, label: fieldName(field) }))}
                value={props.field}
                onChange={(field) => props.onItem(item.id, field ?? undefined)}
              />
            )}
          </Filters>
        </div>
      }
      footer={
        mayAdd ? (
          <NoteComposer
            key={`${item.id} ${props.field}`}
            place={props.field === null ? item.id : `${item.id}/${props.field}`}
            people={people}
            about={
              props.field !== null && (
                <span className={styles.about}>
                  <span>{t('notes.about', { field: fieldName(props.field) })}</span>
                  <button
                    type="button"
                    aria-label={t('notes.about_whole')}
                    title={t('notes.about_whole')}
                    onClick={() => props.onItem(item.id)}
                  >
                    <X size={12} aria-hidden />
                  </button>
                </span>
              )
            }
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
              <NoteCard
                key={note.id}
                note={note}
                session={session}
                people={people}
                act={act}
                since={since}
                onField={fieldWay(note)}
              />
            ))}
          </ol>
        </section>
      ))}
    </SidePanel>
  );
}

/** Notes on items outside the trash; recomputed when tree, rights or notes change. */
function useLivingNotes(session: NotesSession) {
  const notes = useAtomValue(shownNotesAtom);
  const tree = useSyncExternalStore(
    (listener) => session.onTree(listener),
    () => session.snapshot,
  );
  // `session.view` is mutable; the snapshot changes with it.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => notes.filter(({ item }) => alive(session.view, item)), [notes, tree, session]);
}

function nameOf({ view }: NotesSession, id: ItemId): string {
  const node = view.get(id);
  return node ? itemTitle(view, node) : '';
}

interface Author {
  readonly id: string;
  readonly name: string;
}

const authorsOf = (notes: readonly { readonly by: Author }[]): readonly Author[] =>
  [...new Map(notes.map(({ by }) => [by.id, by])).values()].sort((a, b) => a.name.localeCompare(b.name));

/** Fields of these notes and the requested one, in order of their first note. */
const fieldsOf = (notes: readonly ShownNote[], asked: string | null): readonly string[] => [
  ...new Set([...notes.map(({ field }) => field), asked].filter((field) => field !== null)),
];

interface FiltersProps {
  readonly filter: NoteFilter;
  readonly onFilter: (change: Partial<NoteFilter>) => void;
  readonly authors: readonly Author[];
  readonly me: string;
  /** Number of unclosed notes that mention this user. */
  readonly namingMe: number;
  /** Additional filters. */
  readonly children: ReactNode;
}

/** Filters by status, author (own ones first) and mentions of this user. */
function Filters({ filter, onFilter, authors, me, namingMe, children }: FiltersProps) {
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
      {children}
      <Checkbox
        size="xs"
        radius={4}
        className={styles.naming ?? ''}
        label={
          namingMe > 0 ? t('notes.filter.naming_me_count', { count: namingMe }) : t('notes.filter.naming_me')
        }
        checked={filter.names !== null}
        onChange={(event) => onFilter({ names: event.currentTarget.checked ? me : null })}
      />
    </div>
  );
}
