import { Button } from '@mantine/core';
import { Download, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../layout/save-file.ts';
import styles from './profile.module.css';

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Codes for the day the telephone is lost; told this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('access-web');
  const print = () => {
    document.body.dataset['printing'] = 'codes';
    window.print();
    delete document.body.dataset['printing'];
  };
  return (
    <div className={styles.form}>
      <p className={styles.hint} role="status">
        {t('recovery.intro')}
      </p>
      <ul className={`num ${styles.codes}`} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons} style={{ justifyContent: 'flex-start' }}>
        <Button variant="default" leftSection={<Printer size={14} aria-hidden />} onClick={print}>
          {t('recovery.print')}
        </Button>
        <Button
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => saveFile(t('recovery.file'), `${codes.join('\n')}\n`, 'text/plain')}
        >
          {t('recovery.save')}
        </Button>
        <Button onClick={onDone}>{t('recovery.done')}</Button>
      </div>
    </div>
  );
}
