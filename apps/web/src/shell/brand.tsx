import { useTranslation } from 'react-i18next';
import styles from './brand.module.css';

/** The logo mark, with the name unless compact. */
export function Brand({ compact = false }: { readonly compact?: boolean }) {
  const { t } = useTranslation('web');
  return (
    <span className={styles.brand}>
      <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="9" />
        <path d="M9 16.8l4.6 4.6L23 11" />
      </svg>
      <span className={compact ? 'visually-hidden' : styles.name}>{t('product')}</span>
    </span>
  );
}
