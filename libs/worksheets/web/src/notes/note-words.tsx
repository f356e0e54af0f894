import { namesPerson, noteParts } from '@cotejo/worksheets-contracts';
import type { AvatarPerson } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import styles from './notes.module.css';

/** The people whom notes name. */
export interface NotePeople {
  /** Whose screen it is. */
  readonly me: string;
  /** Those who may be named. */
  readonly team: readonly AvatarPerson[];
  person(id: string): AvatarPerson | null;
}

interface NoteWordsProps {
  /** Null for a text that was removed. */
  readonly text: string | null;
  readonly people: Pick<NotePeople, 'me' | 'person'>;
}

/** What a note says, with the names of today of the people in it. */
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
