import type { DiffPiece } from '@cotejo/worksheets-contracts';
import { useTranslation } from 'react-i18next';
import styles from './rich-text.module.css';

export interface TextDiffProps {
  /** Lines from the revision's call. */
  readonly lines: readonly (readonly DiffPiece[])[];
}

/** Diff of a revision: additions and deletions are marked by colour and for screen readers. */
export function TextDiff({ lines }: TextDiffProps) {
  const { t } = useTranslation('worksheets-web');
  const isUnchanged = lines.every((line) => line.every(({ signo }) => signo === 'igual'));
  if (isUnchanged) return <p className={styles.hint}>{t('text.diff.same')}</p>;
  return (
    <div className={styles.diff}>
      {lines.map((line, at) => (
        // Lines are identified by index only.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={at} data-changed={line.some(({ signo }) => signo !== 'igual')}>
          {line.map((piece, which) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Piece key={which} {...piece} />
          ))}
        </p>
      ))}
    </div>
  );
}

function Piece({ signo, texto }: DiffPiece) {
  const { t } = useTranslation('worksheets-web');
  if (signo === 'igual') return texto;
  const Element = signo === 'mas' ? 'ins' : 'del';
  return (
    <Element>
      <span className={styles.hidden}>{t(signo === 'mas' ? 'text.diff.added' : 'text.diff.removed')} </span>
      {texto}
    </Element>
  );
}
