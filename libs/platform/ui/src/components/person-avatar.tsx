import { Tooltip } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { personColour } from './person-colour.ts';
import styles from './person-avatar.module.css';

export interface AvatarPerson {
  readonly id: string;
  readonly name: string;
  /** Two or three letters (`sigla`). */
  readonly initials: string;
}

export interface PersonAvatarProps {
  readonly person: AvatarPerson;
  /** Pixels. */
  readonly size?: number;
  /** Appended to the accessible name, e.g. the user's location. */
  readonly detail?: string;
  /** Hidden from screen readers, if the name is already in the context. */
  readonly decorative?: boolean;
}

/** A user's initials on the user's colour; the name on hover and for screen readers. */
export function PersonAvatar({ person, size = 24, detail, decorative = false }: PersonAvatarProps) {
  const label = detail === undefined ? person.name : `${person.name} · ${detail}`;
  const style = { '--avatar-colour': personColour(person.id), '--avatar-size': `${size}px` } as CSSProperties;
  const initials = person.initials.slice(0, 3);
  if (decorative) {
    return (
      <span className={styles.avatar} style={style} aria-hidden>
        {initials}
      </span>
    );
  }
  return (
    <Tooltip label={label}>
      <span className={styles.avatar} style={style} role="img" aria-label={label}>
        {initials}
      </span>
    </Tooltip>
  );
}

export interface AvatarStackProps {
  readonly people: readonly (AvatarPerson & { readonly detail?: string })[];
  /** Maximum number of avatars; the rest are counted. */
  readonly max?: number;
  readonly size?: number;
  readonly label: string;
  /** Makes avatars buttons, e.g. that open where the person is. */
  readonly onOpen?: (person: AvatarPerson) => void;
}

/** Overlapping avatars of present users; the ones beyond `max` are counted and named on hover. */
export function AvatarStack({ people, max = 4, size = 24, label, onOpen }: AvatarStackProps) {
  const { t } = useTranslation('ui');
  if (people.length === 0) return null;
  const shown = people.length > max ? people.slice(0, max - 1) : people;
  const hidden = people.slice(shown.length);
  const names = hidden.map(({ name }) => name).join(', ');
  return (
    <div className={styles.stack} role="group" aria-label={label}>
      {shown.map(({ detail, ...person }) => {
        const named = detail === undefined ? {} : { detail };
        if (!onOpen) return <PersonAvatar key={person.id} person={person} size={size} {...named} />;
        const words = detail === undefined ? person.name : `${person.name} · ${detail}`;
        return (
          <Tooltip key={person.id} label={words}>
            <button
              type="button"
              className={styles.opening}
              aria-label={words}
              onClick={(event) => {
                // The row around it opens something else.
                event.stopPropagation();
                onOpen(person);
              }}
            >
              <PersonAvatar person={person} size={size} decorative />
            </button>
          </Tooltip>
        );
      })}
      {hidden.length > 0 && (
        <Tooltip label={names}>
          <span
            className={`${styles.avatar} ${styles.more}`}
            style={{ '--avatar-size': `${size}px` } as CSSProperties}
            role="img"
            aria-label={t('avatars.more', { count: hidden.length, names })}
          >
            +{hidden.length}
          </span>
        </Tooltip>
      )}
    </div>
  );
}
