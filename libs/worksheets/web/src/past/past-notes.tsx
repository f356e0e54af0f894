import { PersonAvatar, StatusDot, useFormat, type StatusTone } from '@cotejo/ui';
import {
  contractNoteStatus,
  noteParts,
  type NoteEntryView,
  type NotePerson,
  type NoteView,
} from '@cotejo/worksheets-contracts';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useFieldName } from '../attachments/field-name.ts';
import notes from '../notes/notes.module.css';
import type { PastPartsProps } from './past-texts.tsx';
import styles from './past.module.css';

type Status = z.infer<typeof contractNoteStatus>;

const OF_STATUS: Readonly<
  Record<Status, { readonly word: 'open' | 'answered' | 'closed'; readonly tone: StatusTone }>
> = {
  ABIERTA: { word: 'open', tone: 'note' },
  RESPONDIDA: { word: 'answered', tone: 'assigned' },
  CERRADA: { word: 'closed', tone: 'reviewed' },
};

/** Past notes on a worksheet with their threads then. */
export function PastNotes(props: PastPartsProps) {
  const { t } = useTranslation('worksheets-web');
  const { shown, beside, isLater } = props;
  const others = new Map((beside?.notas ?? []).map((note) => [note.id, note]));
  const own = new Set(shown.notas.map(({ id }) => id));
  const onlyBeside = [...others.keys()].filter((id) => !own.has(id)).length;
  return (
    <section>
      <h3 className={styles.heading}>{t('past.notes')}</h3>
      {shown.notas.length === 0 && <p className={styles.none}>{t('past.no_notes')}</p>}
      <ul className={notes.notes} aria-label={t('past.notes')}>
        {shown.notas.map((note) => (
          <PastNote
            key={note.id}
            of={props}
            note={note}
            other={beside === null ? note : others.get(note.id)}
          />
        ))}
      </ul>
      {onlyBeside > 0 && isLater && (
        <p className={styles.other} data-differs>
          {t('past.notes_later', { count: onlyBeside })}
        </p>
      )}
    </section>
  );
}

interface PastNoteProps {
  readonly of: PastPartsProps;
  readonly note: NoteView;
  /** The note in the other version; undefined if it did not exist. */
  readonly other: NoteView | undefined;
}

function PastNote({ of, note, other }: PastNoteProps) {
  const { t } = useTranslation(['worksheets-web', 'worksheets-contracts']);
  const fieldName = useFieldName(of.item);
  const { word, tone } = OF_STATUS[note.status];
  const more = (other?.comentarios.length ?? 0) - note.comentarios.length;
  const lines: string[] = [];
  if (!other) lines.push(t('past.note_new'));
  else {
    if (other.status !== note.status) {
      const status = t(`worksheets-contracts:noteStatus.${OF_STATUS[other.status].word}`);
      lines.push(t(of.isLater ? 'past.note_later' : 'past.note_before', { status }));
    }
    if (more !== 0)
      lines.push(t(of.isLater ? 'past.said_later' : 'past.said_since', { count: Math.abs(more) }));
  }
  return (
    <li
      className={`${notes.note} ${styles.note}`}
      data-status={word}
      data-differs={lines.length > 0 || undefined}
    >
      <div className={notes.head}>
        <Author by={note.created_by} at={note.momento} />
        <StatusDot tone={tone} label={t(`worksheets-contracts:noteStatus.${word}`)} strong />
      </div>
      {note.campo !== null && <p className={notes.field}>{fieldName(note.campo)}</p>}
      <Words text={note.descripcion} of={of} />
      {note.comentarios.length > 0 && (
        <ol className={notes.thread} aria-label={t('notes.thread')}>
          {note.comentarios.map((entry) => (
            <Entry key={entry.id} entry={entry} of={of} />
          ))}
        </ol>
      )}
      {lines.map((line) => (
        <p key={line} className={styles.other}>
          {line}
        </p>
      ))}
    </li>
  );
}

function Entry({ entry, of }: { readonly entry: NoteEntryView; readonly of: PastPartsProps }) {
  const { t } = useTranslation('worksheets-web');
  const { tipo, descripcion } = entry;
  const saysNothing = tipo === 'CIERRE' || (tipo === 'RESPUESTA' && descripcion === null);
  return (
    <li className={notes.entry}>
      <div className={notes.head}>
        <Author by={entry.created_by} at={entry.momento} />
        {tipo !== 'COMENTARIO' && <span className={notes.kind}>{t(`notes.did.${tipo}`)}</span>}
      </div>
      {!saysNothing && <Words text={descripcion} of={of} />}
    </li>
  );
}

function Author({ by, at }: { readonly by: NotePerson; readonly at: string }) {
  const format = useFormat();
  return (
    <span className={notes.author}>
      <PersonAvatar person={{ id: by.id, name: by.name, initials: by.sigla }} size={22} decorative />
      <b>{by.name}</b>
      <time dateTime={at} className="num">
        {format.noteTime(at)}
      </time>
    </span>
  );
}

/** Users appear with their current names. */
function Words({ text, of: { audit } }: { readonly text: string | null; readonly of: PastPartsProps }) {
  const { t } = useTranslation('worksheets-web');
  if (text === null)
    return (
      <p className={notes.words}>
        <i>{t('notes.redacted')}</i>
      </p>
    );
  const nameOf = (id: string) => audit.equipo.find(({ usuario }) => usuario.id === id)?.usuario.name ?? '…';
  const words = noteParts(text).map((part) => (part.kind === 'words' ? part.text : `@${nameOf(part.id)}`));
  return <p className={notes.words}>{words.join('')}</p>;
}
