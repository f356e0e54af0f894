import { noteActs, type NoteAct } from '@cotejo/worksheets-domain';
import type { NoteEntryId, NoteId, NoteIntent } from '@cotejo/worksheets-contracts';
import { PersonAvatar, StatusDot, useFormat, type StatusTone } from '@cotejo/ui';
import { Button, Checkbox } from '@mantine/core';
import { Check, CheckCheck, CloudUpload, CornerDownRight } from 'lucide-react';
import { useAtom } from 'jotai';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldName } from '../attachments/field-name.ts';
import { soughtNoteAtom } from '../mentions/mentions-atoms.ts';
import { NoteComposer } from './note-composer.tsx';
import { marksOf } from './note-facts.ts';
import { NoteWords, type NotePeople } from './note-words.tsx';
import { actorOn, type NotesSession } from './notes-session.ts';
import styles from './notes.module.css';
import type { ShownEntry, ShownNote } from './shown-notes.ts';

const TONE: Readonly<Record<ShownNote['status'], StatusTone>> = {
  open: 'note',
  answered: 'assigned',
  closed: 'reviewed',
};

export interface NoteCardProps {
  readonly note: ShownNote;
  readonly session: NotesSession;
  readonly people: NotePeople;
  /** Shows the note's field; absent if there is none. */
  readonly onField?: (() => void) | undefined;
  /** Returns whether the intent was accepted. */
  readonly act: (intent: NoteIntent) => boolean;
  /** Called when a mention led to this note. */
  readonly onSought?: ((note: ShownNote) => void) | undefined;
  /** Called when this user begins to write in the note, and when that ends. */
  readonly onWriting?: ((note: NoteId, isWriting: boolean) => void) | undefined;
  /** Entries of other users after this moment (milliseconds) are highlighted as new. */
  readonly since: number;
}

/** A note with its thread, and this user's acts on it. */
export function NoteCard({ note, session, people, act, since, onField, onSought, onWriting }: NoteCardProps) {
  const { t } = useTranslation(['worksheets-web', 'worksheets-contracts']);
  const [writing, setWriting] = useState<WrittenAct | null>(null);
  const own = useRef<HTMLLIElement>(null);
  // The author's new note is scrolled into view.
  const [isNew] = useState(note.isPending);
  useEffect(() => {
    if (isNew) own.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);
  const isSought = useIsSought(note, own, onSought);
  const allowed = session.mode === 'edit' ? noteActs(authored(note), actorOn(session, note.item)) : [];
  // A reply and an answer are written in the same place; whether it settles the note is a choice there.
  const acts = CARD_ACTS.filter((one) => allowed.includes(one));
  const isWriting = writing !== null && acts.includes(writing);
  useEffect(() => {
    if (!isWriting) return;
    onWriting?.(note.id, true);
    return () => onWriting?.(note.id, false);
  }, [isWriting, onWriting, note.id]);
  const maySettle = allowed.includes('answer');
  const [settles, setSettles] = useState(note.by.id !== session.me);
  const fieldName = useFieldName(session.view.get(note.item));
  const { completed, reviewed } = marksOf(note);
  const isFresh = (one: Pick<ShownNote, 'by' | 'at'>) =>
    one.by.id !== session.me && Date.parse(one.at) > since;

  const said = () => ({
    id: note.item,
    note: note.id,
    entry: crypto.randomUUID() as NoteEntryId,
  });
  const send = (what: WrittenAct, text: string): boolean => {
    const isAnswer = what === 'reply' && maySettle && settles;
    const isTaken = act(intentOf(isAnswer ? 'answer' : what, text, said()));
    if (isTaken) setWriting(null);
    return isTaken;
  };
  return (
    <li
      ref={own}
      className={styles.note}
      tabIndex={isSought ? -1 : undefined}
      data-status={note.status}
      data-fresh={isFresh(note) || isSought || undefined}
    >
      <div className={styles.head}>
        <Author of={note} />
        {note.isPending && <Unsent />}
        <StatusDot
          tone={TONE[note.status]}
          label={t(`worksheets-contracts:noteStatus.${note.status}`)}
          strong
        />
      </div>
      {note.field !== null && !onField && <p className={styles.field}>{fieldName(note.field)}</p>}
      {note.field !== null && onField && (
        <button
          type="button"
          className={styles.fieldLink}
          aria-label={t('notes.to_field', { field: fieldName(note.field) })}
          onClick={onField}
        >
          <CornerDownRight size={12} aria-hidden />
          {fieldName(note.field)}
        </button>
      )}
      <NoteWords text={note.text} people={people} />
      {note.entries.length > 0 && (
        <ol className={styles.thread} aria-label={t('notes.thread')}>
          {note.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} people={people} isFresh={isFresh(entry)} />
          ))}
        </ol>
      )}
      {completed.length + reviewed.length > 0 && (
        <p className={styles.marks}>
          {completed.length > 0 && (
            <span>
              <Check size={12} aria-hidden /> {t('notes.marks.completed', { names: namesOf(completed) })}
            </span>
          )}
          {reviewed.length > 0 && (
            <span data-mark="reviewed">
              <CheckCheck size={12} aria-hidden /> {t('notes.marks.reviewed', { names: namesOf(reviewed) })}
            </span>
          )}
        </p>
      )}
      {writing !== null && isWriting ? (
        <NoteComposer
          key={writing}
          place={`${note.id}/${writing}`}
          people={people}
          label={t(
            writing === 'reply' && maySettle && settles ? 'notes.write.answer' : `notes.write.${writing}`,
          )}
          send={t(`notes.act.${writing}`)}
          mayBeEmpty={writing === 'reply' && maySettle && settles}
          takesFocus={0}
          choices={
            writing === 'reply' &&
            maySettle && (
              <Checkbox
                size="xs"
                radius={4}
                label={t('notes.settles')}
                description={t('notes.settles_hint')}
                checked={settles}
                onChange={(event) => setSettles(event.currentTarget.checked)}
              />
            )
          }
          onSend={(text) => send(writing, text)}
          onCancel={() => setWriting(null)}
        />
      ) : (
        acts.length > 0 && (
          <div className={styles.acts}>
            {acts.map((one) => (
              <Button
                key={one}
                size="compact-sm"
                variant={one === 'reopen' ? 'subtle' : 'light'}
                onClick={() => (one === 'close' ? act({ kind: 'close_note', ...said() }) : setWriting(one))}
              >
                {t(`notes.act.${one}`)}
              </Button>
            ))}
          </div>
        )
      )}
    </li>
  );
}

/** Buttons of a card. */
const CARD_ACTS = ['reply', 'close', 'reopen'] as const satisfies readonly NoteAct[];
/** Acts with a text that have a button. */
type WrittenAct = Exclude<(typeof CARD_ACTS)[number], 'close'>;

type NoteEntryRef = Pick<Extract<NoteIntent, { kind: 'close_note' }>, 'id' | 'note' | 'entry'>;

function intentOf(what: Exclude<NoteAct, 'close'>, text: string, said: NoteEntryRef): NoteIntent {
  switch (what) {
    case 'reply':
      return { kind: 'reply_note', ...said, text };
    case 'answer':
      return { kind: 'answer_note', ...said, text: text === '' ? null : text };
    case 'reopen':
      return { kind: 'reopen_note', ...said, reason: text };
  }
}

const namesOf = (people: readonly { readonly name: string }[]): string =>
  people.map(({ name }) => name).join(', ');

const authored = ({ status, by }: ShownNote) => ({ status, author: by.id });

function Author({ of }: { readonly of: Pick<ShownNote, 'by' | 'at'> }) {
  const format = useFormat();
  const { by, at } = of;
  return (
    <span className={styles.author}>
      <PersonAvatar person={{ id: by.id, name: by.name, initials: by.sigla }} size={22} decorative />
      <b>{by.name}</b>
      <time dateTime={at} className="num">
        {format.noteTime(at)}
      </time>
    </span>
  );
}

interface EntryProps {
  readonly entry: ShownEntry;
  readonly people: NotePeople;
  readonly isFresh: boolean;
}

/** An entry of a thread: kind, author and text. */
function Entry({ entry, people, isFresh }: EntryProps) {
  const { t } = useTranslation('worksheets-web');
  const saysNothing = entry.kind === 'CIERRE' || (entry.kind === 'RESPUESTA' && entry.text === null);
  return (
    <li className={styles.entry} data-fresh={isFresh || undefined}>
      <div className={styles.head}>
        <Author of={entry} />
        {entry.isPending && <Unsent />}
        {entry.kind !== 'COMENTARIO' && <span className={styles.kind}>{t(`notes.did.${entry.kind}`)}</span>}
      </div>
      {!saysNothing && <NoteWords text={entry.text} people={people} />}
    </li>
  );
}

/** Indicator of an unsent note; CSS hides it for the first moment. */
function Unsent() {
  const { t } = useTranslation('worksheets-web');
  return <CloudUpload size={13} className={styles.unsent} role="img" aria-label={t('notes.unsent')} />;
}

/** Whether a mention led to this note: it is scrolled into view, highlighted and takes the focus. */
function useIsSought(
  note: ShownNote,
  card: RefObject<HTMLElement | null>,
  onSought: NoteCardProps['onSought'],
): boolean {
  const [sought, setSought] = useAtom(soughtNoteAtom);
  const [wasSought, setWasSought] = useState(false);
  const isSought = sought === note.id;
  useEffect(() => {
    if (!isSought) return;
    card.current?.scrollIntoView({ block: 'nearest' });
    card.current?.focus({ preventScroll: true });
    onSought?.(note);
    setWasSought(true);
    setSought(null);
  }, [isSought, card, setSought, onSought, note]);
  return isSought || wasSought;
}
