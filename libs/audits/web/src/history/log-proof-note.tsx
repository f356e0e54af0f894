import { useFormat } from '@cotejo/ui';
import { CopyButton } from '@mantine/core';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './change-log-panel.module.css';
import type { LogProof } from './log-proof.ts';

/** Last version in an exported log and the chain hash by which the file can be verified. */
export function LogProofNote({ proof }: { readonly proof: LogProof }) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  return (
    <div className={styles.proof} role="status">
      <ShieldCheck size={15} aria-hidden />
      <div>
        <p>
          {t('history.proof', {
            count: proof.cambios,
            version: format.number(proof.version + 1, 0),
          })}
        </p>
        <code>{proof.cadena}</code>
        <CopyButton value={proof.cadena}>
          {({ copied, copy }) => (
            <button type="button" className={styles.restore} onClick={copy}>
              {t(copied ? 'tray.copied' : 'history.copy_hash')}
            </button>
          )}
        </CopyButton>
      </div>
    </div>
  );
}
