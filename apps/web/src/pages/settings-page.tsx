import { useCan } from '@cotejo/access-web';
import { PageHeader } from '@cotejo/ui';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SETTINGS_SECTIONS } from '../shell/settings-sections.ts';
import styles from './settings-page.module.css';

/** `/configuraciones/`: links to the settings that the user may change, with descriptions. */
export function SettingsPage() {
  const { t } = useTranslation('web');
  const can = useCan();
  const sections = SETTINGS_SECTIONS.filter(({ anyOf }) => anyOf.some((permission) => can(permission)));
  return (
    <>
      <PageHeader title={t('settings.title')} breadcrumb={[{ label: t('settings.title') }]} />
      <ul className={styles.sections}>
        {sections.map(({ title, text, to, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.section}>
              <Icon className={styles.icon} size={20} strokeWidth={1.6} aria-hidden />
              <span className={styles.words}>
                <strong>{t(title)}</strong>
                <span>{t(text)}</span>
              </span>
              <ChevronRight className={styles.icon} size={16} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
