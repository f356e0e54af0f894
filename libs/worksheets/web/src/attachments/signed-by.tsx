import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { StatusDot } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import styles from './attachments.module.css';

const MARKS = [
  ['completado', 'completed', 'done'],
  ['revisado', 'reviewed', 'reviewed'],
] as const;

/** Signatures of a file; nothing for none. */
export function SignedBy({ firmas }: Pick<AttachmentView, 'firmas'>) {
  const { t } = useTranslation('worksheets-web');
  return MARKS.map(([key, mark, tone]) => {
    const people = firmas[key];
    if (people.length === 0) return null;
    const words = t(`attachments.signed_${mark}`, { names: people.map(({ name }) => name).join(', ') });
    return (
      <span key={mark} className={styles.signed} title={words}>
        <StatusDot tone={tone} label={t(`attachments.${mark}`)} />
        <span className={styles.signers}>{people.map(({ sigla }) => sigla).join(', ')}</span>
      </span>
    );
  });
}
