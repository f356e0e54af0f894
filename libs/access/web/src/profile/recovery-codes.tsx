import { saveFile, useFormat } from '@cotejo/ui';
import { Button, CopyButton } from '@mantine/core';
import { Check, Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './profile.module.css';

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** Username printed with the codes and written into the file. */
  readonly username: string;
  readonly onDone: () => void;
}

/** Recovery codes for a lost phone; shown only once. */
export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('access-web');
  const format = useFormat();
  const sheet = useRef<HTMLDivElement>(null);
  // The focused input was unmounted: move the focus to the codes.
  useEffect(() => sheet.current?.focus(), []);
  const head = t('recovery.head', { username, date: format.date(new Date().toISOString()) });

  const print = () => {
    document.body.dataset['printing'] = 'codes';
    window.print();
    delete document.body.dataset['printing'];
  };
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{t('recovery.intro')}</p>
      <div ref={sheet} className={styles.sheet} role="group" aria-label={t('recovery.title')} tabIndex={-1}>
        <p className={styles.onPaper}>{head}</p>
        <ul className={`num ${styles.codes}`}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p className={styles.onPaper}>{t('recovery.once')}</p>
      </div>
      <div className={styles.buttons} style={{ justifyContent: 'flex-start' }}>
        {/* The Clipboard API exists only in secure contexts. */}
        {window.isSecureContext && (
          <CopyButton value={codes.join('\n')}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
                onClick={copy}
              >
                <span aria-live="polite">{t(copied ? 'copied' : 'copy')}</span>
              </Button>
            )}
          </CopyButton>
        )}
        <Button
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() =>
            saveFile(
              t('recovery.file'),
              new Blob([`${head}\n\n${codes.join('\n')}\n`], { type: 'text/plain;charset=utf-8' }),
            )
          }
        >
          {t('recovery.save')}
        </Button>
        <Button variant="default" leftSection={<Printer size={14} aria-hidden />} onClick={print}>
          {t('recovery.print')}
        </Button>
        <Button onClick={onDone}>{t('recovery.done')}</Button>
      </div>
    </div>
  );
}
