import type { RatingLevel } from '@cotejo/audits-contracts';
import { BadgeCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './conclusion.module.css';

interface RatingPillProps {
  readonly level: RatingLevel | null;
  /** Whether the conclusion is signed: told by an icon. */
  readonly isSigned?: boolean;
}

/** Overall rating of an audit, by name and colour. */
export function RatingPill({ level, isSigned = false }: RatingPillProps) {
  const { t } = useTranslation('audits-web');
  if (level === null) return null;
  return (
    <span className={styles.rating}>
      <span className={styles.pill} data-colour={level.colour}>
        {level.name}
      </span>
      {isSigned && (
        <span
          className={styles.signed}
          role="img"
          aria-label={t('conclusion.is_signed')}
          title={t('conclusion.is_signed')}
        >
          <BadgeCheck size={15} aria-hidden />
        </span>
      )}
    </span>
  );
}
