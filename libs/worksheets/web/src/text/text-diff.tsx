import type { DiffPiece } from '@cotejo/worksheets-contracts';
import { useTranslation } from 'react-i18next';
import styles from './rich-text.module.css';

export interface TextDiffProps {
  /** As the revision's call answers them, a list a line. */
  readonly lines: readonly (readonly DiffPiece[])[];
}

/** What a revision changed: added and removed words are marked, and said to those who do not see colours. */
export function TextDiff({ lines }: TextDiffProps) {
  const { t } = useTranslation('worksheets-web');
  const isUnchanged = lines.every((line) => line.every(({ signo }) => signo === 'igual'));
  if (isUnchanged) return <p className={styles.hint}>{t('text.diff.same')}</p>;
  return (
    <div className={styles.diff}>
      {lines.map((line, at) => (
        // Lines have no name but their place.
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
