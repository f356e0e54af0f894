import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './sign-in-form.module.css';

/** Username of the sign-in in progress, with a button to change it. */
export function Who({ name, onBack }: { readonly name: string; readonly onBack: () => void }) {
  const { t } = useTranslation('access-web-sign-in');
  return (
    <div className={styles.who}>
      <span className={styles.name}>{name}</span>
      <Button variant="subtle" size="compact-sm" onClick={onBack}>
        {t('sign_in.change_user')}
      </Button>
      {/* Hidden username field: password managers pair the password with it. */}
      <input
        className="visually-hidden"
        name="username"
        autoComplete="username"
        value={name}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
    </div>
  );
}
