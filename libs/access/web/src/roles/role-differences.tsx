import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import type { Difference } from './edit-matrix.ts';
import styles from './roles.module.css';

export interface RoleDifferencesProps {
  readonly changed: readonly Difference[];
  /** Number of users with the role. */
  readonly people: number;
}

/** Effective permissions changed by an unsaved matrix, key by key. */
export function RoleDifferences({ changed, people }: RoleDifferencesProps) {
  const { t } = useTranslation('access-web');
  if (changed.length === 0) return <p className={layout.faint}>{t('roles.no_effect')}</p>;
  return (
    <div className={layout.stack}>
      <span>{t('roles.affects', { count: people })}</span>
      <ul className={styles.diff} aria-label={t('roles.review')}>
        {changed.map(({ key, before, after }) => (
          <li key={key}>
            <span>{t(`permission.${key}`)}</span>
            <span>
              <s className={layout.faint}>{t(`effect.${before}`)}</s> →{' '}
              <strong>{t(`effect.${after}`)}</strong>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
