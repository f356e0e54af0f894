import type { ItemType } from '@cotejo/audits-contracts';
import { ScrollRegion } from '@cotejo/ui';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './dialogs.module.css';
import type { PastedLine } from './paste-lines.ts';

/** Maximum of lines listed; the rest is counted. */
const SHOWN = 200;

interface LinesPreviewProps {
  readonly lines: readonly PastedLine[];
  /** Type of each level; absent = of no interest. */
  readonly types?: readonly ItemType[];
  readonly label: string;
}

/**
 * Preview of the items that pasted text creates; lines that create none are struck through with the reason.
 */
export function LinesPreview({ lines, types, label }: LinesPreviewProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  if (lines.length === 0) return null;
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <ScrollRegion as="ol" className={styles.preview} aria-label={label}>
        {lines.slice(0, SHOWN).map(({ code, name, level, fault }, at) => (
          <li
            key={at}
            data-out={fault !== null || undefined}
            aria-level={level + 1}
            style={{ '--level': level } as CSSProperties}
          >
            {code !== null && <span className="code">{code}</span>}
            <span className={styles.name}>{name}</span>
            {fault === null && types && (
              <span className={styles.lineType}>
                {t(`audits-contracts:itemType.${types[level] ?? types.at(-1)}`)}
              </span>
            )}
            {fault !== null && <span className={styles.fault}>{t(`paste.fault.${fault}`)}</span>}
          </li>
        ))}
        {lines.length > SHOWN && (
          <li className={styles.hint}>{t('many.more', { count: lines.length - SHOWN })}</li>
        )}
      </ScrollRegion>
    </div>
  );
}
