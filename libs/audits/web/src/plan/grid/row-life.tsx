import { PersonAvatar, personColour } from '@cotejo/ui';
import type { CSSProperties } from 'react';
import { usePlan } from '../plan-context.ts';
import { PlanIcon } from './plan-icons.tsx';
import styles from './plan-row.module.css';
import type { RowLook } from './row-look.ts';
import type { RowState } from './row-states.ts';

const firstName = (name: string): string => name.split(' ')[0] ?? name;
const colourOf = (person: string) => ({ '--person': personColour(person) }) as CSSProperties;

interface RowLifeProps {
  readonly state: RowState;
  readonly look: RowLook;
  readonly isPending: boolean;
}

/** Users present on the row, the author of the last remote change, and whether local changes are still being sent. */
export function RowLife({ state: { touch, peers }, look: { t, isOnline }, isPending }: RowLifeProps) {
  const { person } = usePlan();
  const isUnsent = isPending && !isOnline;
  const toucher = touch && peers.every((peer) => peer.user.id !== touch.by) ? person(touch.by) : null;
  if (!isUnsent && peers.length === 0 && !toucher) return null;
  // A user with several windows is shown once.
  const people = [...new Map(peers.map((peer) => [peer.user.id, peer])).values()];
  return (
    <span className={styles.life}>
      {isUnsent && (
        <span className={styles.unsent} role="img" aria-label={t('plan.unsent')} title={t('plan.unsent')}>
          <PlanIcon name="unsent" size={13} />
        </span>
      )}
      {people.map(({ user }) => (
        <span key={user.id} className={styles.here} style={colourOf(user.id)} title={user.name}>
          <PersonAvatar person={user} size={18} decorative />
          <span className={styles.hereName}>{firstName(user.name)}</span>
        </span>
      ))}
      {toucher && (
        <span className={styles.here} style={colourOf(toucher.id)} data-touch title={toucher.name}>
          {t('plan.touched_by', { name: firstName(toucher.name) })}
        </span>
      )}
    </span>
  );
}
