import { namesPerson, noteParts } from '@cotejo/worksheets-contracts';
import type { AvatarPerson } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import styles from './notes.module.css';

/** Users in notes. */
export interface NotePeople {
  /** Id of the current user. */
  readonly me: string;
  /** Users that can be mentioned. */
  readonly team: readonly AvatarPerson[];
  person(id: string): AvatarPerson | null;
}

interface NoteWordsProps {
  /** Null for a redacted text. */
  readonly text: string | null;
  readonly people: Pick<NotePeople, 'me' | 'person'>;
}

/** Text of a note with the current names of mentioned users. */
export function NoteWords({ text, people }: NoteWordsProps) {
  const { t } = useTranslation('worksheets-web');
  if (text === null)
    return (
      <p className={styles.words}>
        <i>{t('notes.redacted')}</i>
      </p>
    );
  return (
    <p className={styles.words} data-names-me={namesPerson(text, people.me) || undefined}>
      {noteParts(text).map((part, at) =>
        part.kind === 'words' ? (
          part.text
        ) : (
          <span key={at} className={styles.mention} data-me={part.id === people.me || undefined}>
            @{people.person(part.id)?.name ?? t('notes.somebody')}
          </span>
        ),
      )}
    </p>
  );
}
