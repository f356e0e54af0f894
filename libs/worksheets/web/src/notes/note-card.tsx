import { noteActs, type NoteAct } from '@cotejo/worksheets-domain';
import type { NoteEntryId, NoteIntent } from '@cotejo/worksheets-contracts';
import { PersonAvatar, StatusDot, useFormat, type StatusTone } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { CloudUpload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoteComposer } from './note-composer.tsx';
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
  /** True when it was taken. */
  readonly act: (intent: NoteIntent) => boolean;
  /** What came from others after this moment (milliseconds) is shown as new. */
  readonly since: number;
}

/** A note with its thread, and what this person may do with it. */
export function NoteCard({ note, session, act, since }: NoteCardProps) {
  const { t } = useTranslation(['worksheets-web', 'worksheets-contracts']);
  const [writing, setWriting] = useState<WrittenAct | null>(null);
  const acts = session.mode === 'edit' ? noteActs(authored(note), actorOn(session, note.item)) : [];
  const isFresh = (one: Pick<ShownNote, 'by' | 'at'>) =>
    one.by.id !== session.me && Date.parse(one.at) > since;

  const said = () => ({
    id: note.item,
    note: note.id,
    entry: crypto.randomUUID() as NoteEntryId,
  });
  const send = (what: WrittenAct, text: string): boolean => {
    const isTaken = act(intentOf(what, text, said()));
    if (isTaken) setWriting(null);
    return isTaken;
  };
  return (
    <li className={styles.note} data-status={note.status} data-fresh={isFresh(note) || undefined}>
      <div className={styles.head}>
        <Author of={note} />
        {note.isPending && <Unsent />}
        <StatusDot
          tone={TONE[note.status]}
          label={t(`worksheets-contracts:noteStatus.${note.status}`)}
          strong
        />
      </div>
      {note.field !== null && <p className={styles.field}>{note.field}</p>}
      <Words text={note.text} />
      {note.entries.length > 0 && (
        <ol className={styles.thread} aria-label={t('notes.thread')}>
          {note.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} isFresh={isFresh(entry)} />
          ))}
        </ol>
      )}
      {writing !== null && acts.includes(writing) ? (
        <NoteComposer
          key={writing}
          place={`${note.id}/${writing}`}
          label={t(`notes.write.${writing}`)}
          send={t(`notes.act.${writing}`)}
          mayBeEmpty={writing === 'answer'}
          takesFocus
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
                variant={one === 'close' || one === 'answer' ? 'light' : 'subtle'}
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

/** Acts that are done with words. */
type WrittenAct = Exclude<NoteAct, 'close'>;

type Said = Pick<Extract<NoteIntent, { kind: 'close_note' }>, 'id' | 'note' | 'entry'>;

function intentOf(what: WrittenAct, text: string, said: Said): NoteIntent {
  switch (what) {
    case 'reply':
      return { kind: 'reply_note', ...said, text };
    case 'answer':
      return { kind: 'answer_note', ...said, text: text === '' ? null : text };
    case 'reopen':
      return { kind: 'reopen_note', ...said, reason: text };
  }
}

const authored = ({ status, by }: ShownNote) => ({ status, author: by.id });

function Author({ of }: { readonly of: Pick<ShownNote, 'by' | 'at'> }) {
  const format = useFormat();
  const { by, at } = of;
  return (
    <span className={styles.author}>
      <PersonAvatar person={{ id: by.id, name: by.name, initials: by.sigla }} size={22} decorative />
      <b>{by.name}</b>
      <time dateTime={at} title={format.dateTime(at)} className="num">
        {format.noteDate(at)}
      </time>
    </span>
  );
}

/** What happened, who did it, and what they said. */
function Entry({ entry, isFresh }: { readonly entry: ShownEntry; readonly isFresh: boolean }) {
  const { t } = useTranslation('worksheets-web');
  const saysNothing = entry.kind === 'CIERRE' || (entry.kind === 'RESPUESTA' && entry.text === null);
  return (
    <li className={styles.entry} data-fresh={isFresh || undefined}>
      <div className={styles.head}>
        <Author of={entry} />
        {entry.isPending && <Unsent />}
        {entry.kind !== 'COMENTARIO' && <span className={styles.kind}>{t(`notes.did.${entry.kind}`)}</span>}
      </div>
      {!saysNothing && <Words text={entry.text} />}
    </li>
  );
}

function Words({ text }: { readonly text: string | null }) {
  const { t } = useTranslation('worksheets-web');
  return <p className={styles.words}>{text ?? <i>{t('notes.redacted')}</i>}</p>;
}

/** Seen only when it takes longer than a moment. */
function Unsent() {
  const { t } = useTranslation('worksheets-web');
  return <CloudUpload size={13} className={styles.unsent} role="img" aria-label={t('notes.unsent')} />;
}
