import { ABADMIN_PATH } from '@cotejo/access-contracts';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import styles from './product-tabs.module.css';

export const LOG_PATH = `${ABADMIN_PATH}registro/`;

/** Tabs of the product administration screens, below each page's title. */
export function ProductTabs() {
  const { t } = useTranslation('operations-web');
  return (
    <nav className={styles.tabs} aria-label={t('product.title')}>
      <NavLink to={ABADMIN_PATH} end className={styles.tab}>
        {t('accounts.title')}
      </NavLink>
      <NavLink to={LOG_PATH} className={styles.tab}>
        {t('title')}
      </NavLink>
    </nav>
  );
}
