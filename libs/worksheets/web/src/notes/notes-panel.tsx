import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { alive, itemTitle, resolved } from '@cotejo/audits-domain';
import { EmptyState, ErrorState, SidePanel, TableSkeleton, useIsPhone } from '@cotejo/ui';
import { FindBar, useFoundRows, type ListFilter, type ListFilters } from '@cotejo/ui/list';
import type { NoteId, NoteIntent } from '@cotejo/worksheets-contracts';
import { Checkbox, SegmentedControl, Select } from '@mantine/core';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { MessageSquareText, X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldName } from '../attachments/field-name.ts';
import { soughtNoteAtom } from '../mentions/mentions-atoms.ts';
import { useOpenShown } from '../mentions/use-open-shown.ts';
import { tabOfField } from '../tabs/tab-of-field.ts';
import { NoteCard } from './note-card.tsx';
import { NoteComposer } from './note-composer.tsx';
import { noteFocusAtom } from './note-drafts.ts';
import { mentions } from './note-facts.ts';
import type { NotePeople } from './note-words.tsx';
import { notedPlaceAtom, notesStateAtom, shownNotesAtom } from './notes-atoms.ts';
import { choiceOf, groupByItem, NOTE_FILTERS, stateFilter, type NoteStatusFilter } from './filter-notes.ts';
import { actorOn, type NotesSession } from './notes-session.ts';
import styles from './notes.module.css';
import { revealNotedField, showNotedField } from './show-noted-field.ts';
import type { ShownNote } from './shown-notes.ts';
import { NOTE_ORDERS, useNoteColumns } from './use-note-columns.ts';

export interface NotesPanelProps {
  readonly auditId: string;
  readonly session: NotesSession;
  /** The item whose notes are shown; null for the whole audit. */
  readonly itemId: ItemId | null;
  /** The selected item, offered while the whole audit is shown; null for none. */
  readonly selected: ItemId | null;
  /** The field whose notes are shown and written; null for the whole worksheet. */
  readonly field: string | null;
  readonly people: NotePeople;
  /** Applies an intent; a refusal is shown as a text. True if accepted. */
  readonly act: (intent: NoteIntent) => boolean;
  readonly onItem: (id: ItemId | null, field?: string) => void;
  /** Opens the worksheet of an item with this tab selected, in front. */
  readonly onWorksheet: (id: ItemId, tab: string) => void;
  /** Selects a tab of an item's worksheet if that is in front. */
  readonly onTab: (id: ItemId, tab: string) => void;
  /** Shows the row of an item in the tree; the focus stays. */
  readonly onRow: (id: ItemId) => void;
  readonly onClose: () => void;
}

const EVERY_STATE: ListFilters = {};
const UNCLOSED: ListFilters = { estado: stateFilter('unclosed') };

/** Live review notes of an item or of the whole audit. */
export function NotesPanel(props: NotesPanelProps) {
  const { session, act, people } = props;
  const { t } = useTranslation('worksheets-web');
  const state = useAtomValue(notesStateAtom);
  const notes = useLivingNotes(session);
  const [since] = useState(() => Date.now());

  const node = props.itemId === null ? undefined : session.view.get(props.itemId);
  const item = node && resolved(session.view, node);
  const selected = props.selected === null ? undefined : session.view.get(props.selected);
  const { field } = props;
  const itemId = item ? props.itemId : null;
  const ofItem = useMemo(
    () => (itemId === null ? notes : notes.filter((note) => note.item === itemId)),
    [notes, itemId],
  );
  const found = useFoundRows({
    rows: useMemo(
      () => (itemId !== null && field !== null ? ofItem.filter((note) => note.field === field) : ofItem),
      [ofItem, itemId, field],
    ),
    columns: useNoteColumns(ofItem, session.me),
    under: 'notas.',
    // For an item, closed notes are its history; for an audit they would be the majority.
    firstFilters: item ? EVERY_STATE : UNCLOSED,
  });
  const { filters } = found.state;
  const { rows: shown } = found;
  const setFilter = (column: string, filter: ListFilter | null) => {
    const { [column]: _, ...others } = filters;
    found.change({ filters: filter === null ? others : { ...others, [column]: filter } });
  };
  useOpenShown(props.auditId, shown);
  const mayAdd =
    item !== undefined &&
    session.mode === 'edit' &&
    item.type !== 'link' &&
    alive(session.view, item.id) &&
    session.can('plan.note__add', actorOn(session, item.id).object);
  // On a phone the answer and a new note would fill the screen.
  const isPhone = useIsPhone();
  const [writtenIn, setWrittenIn] = useState<NoteId | null>(null);
  const onWriting = useCallback(
    (note: NoteId, isWriting: boolean) =>
      setWrittenIn((now) => (isWriting ? note : now === note ? null : now)),
    [],
  );
  const wayOn = item ? (mayAdd ? 'notes.empty.item' : null) : 'notes.empty.audit';
  const add = (text: string): boolean =>
    item !== undefined &&
    act({
      kind: 'add_note',
      id: item.id,
      note: crypto.randomUUID() as NoteId,
      field: item ? field : null,
      text,
    });
  const fieldName = useFieldName(item);
  const fields = item ? fieldsOf(ofItem, props.field) : [];
  const { place, focusKey, onFocused, isForNote, onSought } = useArrival(props, item?.id ?? null, item?.type);
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
      focusesContent={mayAdd && !isForNote}
      tabs={
        <div className={styles.filters}>
          {(item || selected) && (
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('notes.scope')}
              value={item ? 'item' : 'audit'}
              onChange={(value) => props.onItem(value === 'audit' ? null : ((item ?? selected)?.id ?? null))}
              data={[
                { value: 'item', label: t('notes.of_item') },
                { value: 'audit', label: t('notes.of_audit') },
              ]}
            />
          )}
          <FindBar
            found={found}
            search={t('notes.search')}
            isInside
            hasFilters={false}
            orders={NOTE_ORDERS}
          />
          <Filters
            filters={filters}
            status={choiceOf(filters['estado']) ?? (item ? 'all' : 'unclosed')}
            onFilter={setFilter}
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
        mayAdd && !(isPhone && writtenIn !== null) ? (
          <NoteComposer
            key={`${item.id} ${props.field}`}
            place={place}
            takesFocus={focusKey}
            onFocused={onFocused}
            isFirst={!isForNote}
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
      {groupByItem(session.view, shown, found.state.order !== null).map(({ id, notes: ofGroup }) => (
        <section key={id} className={styles.group}>
          {!item && (
            <h3 className={styles.groupTitle}>
              <button
                type="button"
                onClick={() => {
                  props.onRow(id);
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
                onSought={onSought}
                onWriting={onWriting}
              />
            ))}
          </ol>
        </section>
      ))}
    </SidePanel>
  );
}

/**
 * What happens as the panel opens for a place: the worksheet's tab and field appear beside it and stay marked, and the
 * composer gets the focus; after a mention, its note gets it.
 */
function useArrival(
  { field, onTab, onRow }: NotesPanelProps,
  item: ItemId | null,
  type: ItemType | undefined,
) {
  const store = useStore();
  const setNoted = useSetAtom(notedPlaceAtom);
  const asked = useAtomValue(noteFocusAtom);
  const [taken, setTaken] = useState<number | null>(null);
  const [first] = useState(() => ({ asked, isSought: store.get(soughtNoteAtom) !== null }));
  useEffect(() => {
    if (item === null || field === null || type === undefined) return;
    setNoted({ item, field });
    const tab = tabOfField(type, field);
    if (tab !== undefined) onTab(item, tab);
    revealNotedField(field);
    return () => setNoted(null);
  }, [item, field, type, setNoted, onTab]);
  return {
    place: field === null ? `${item}` : `${item}/${field}`,
    // Once only: the composer of the next row must not take the focus from its worksheet.
    focusKey: taken === asked || (first.isSought && first.asked === asked) ? (false as const) : asked,
    onFocused: useCallback(() => setTaken(asked), [asked]),
    /** A mention led here. */
    isForNote: first.isSought,
    onSought: useCallback((note: ShownNote) => onRow(note.item), [onRow]),
  };
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
  readonly filters: ListFilters;
  readonly status: NoteStatusFilter;
  readonly onFilter: (column: string, filter: ListFilter | null) => void;
  readonly authors: readonly Author[];
  readonly me: string;
  /** Number of unclosed notes that mention this user. */
  readonly namingMe: number;
  /** Additional filters. */
  readonly children: ReactNode;
}

/** Filters by status, author (own ones first) and mentions of this user. */
function Filters({ filters, status, onFilter, authors, me, namingMe, children }: FiltersProps) {
  const { t } = useTranslation('worksheets-web');
  const { autor, mencion } = filters;
  return (
    <div className={styles.selects}>
      <Select
        size="xs"
        aria-label={t('notes.filter.status')}
        allowDeselect={false}
        data={NOTE_FILTERS.map((value) => ({ value, label: t(`notes.status.${value}`) }))}
        value={status}
        onChange={(value) =>
          onFilter('estado', stateFilter(NOTE_FILTERS.find((one) => one === value) ?? 'all'))
        }
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
        value={autor?.kind === 'among' ? (autor.values[0] ?? null) : null}
        onChange={(author) => onFilter('autor', author === null ? null : { kind: 'among', values: [author] })}
      />
      {children}
      <Checkbox
        size="xs"
        radius={4}
        className={styles.naming ?? ''}
        label={
          namingMe > 0 ? t('notes.filter.naming_me_count', { count: namingMe }) : t('notes.filter.naming_me')
        }
        checked={mencion?.kind === 'flag' && mencion.isSet}
        onChange={(event) =>
          onFilter('mencion', event.currentTarget.checked ? { kind: 'flag', isSet: true } : null)
        }
      />
    </div>
  );
}
