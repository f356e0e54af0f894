import type { ItemId, SignatureMark } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';
import {
  FINDING_ATTRIBUTES,
  instructionsOf,
  missingOfTest,
  type FindingAttribute,
  type Missing,
} from '@cotejo/worksheets-domain';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { textLabelKey } from '../fields/text-label-key.ts';
import { useItem, useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import { useHeldFields } from '../lists/use-held-fields.ts';
import { TAB_ADDRESS } from '../tabs/tab-address.ts';
import { useInstructionFields } from '../tabs/use-field-lock.ts';
import { showField } from './show-field.ts';
import styles from './signatures.module.css';

/** A missing part for a signature, and its location. */
export interface MissingPart {
  readonly words: string;
  readonly tab: string;
  readonly field: string;
  /** Files unknown to the browser may satisfy it: the server decides. */
  readonly isMaybe: boolean;
}

/** Parts that a test lacks as far as the browser knows: texts of evidence are known, files are not. */
function missingOf(view: AuditView, test: ItemId, held: ReadonlySet<string> | null): readonly Missing[] {
  const known = missingOfTest(view, test).filter(({ what }) => what !== 'action_or_evidence');
  const open = instructionsOf(view, test).filter(
    ({ id, action }) => action === null && held !== null && !held.has(`instruction.${id}.evidence`),
  ).length;
  return open === 0 ? known : [...known, { what: 'action_or_evidence', count: open }];
}

/** Missing parts of the surrounding worksheet for a signature, as texts. */
export function useMissingFor(mark: SignatureMark): readonly MissingPart[] {
  const { t } = useTranslation('worksheets-contracts');
  const { itemId } = useWorksheetHost();
  const type = useItem()?.type;
  const evidence = useInstructionFields(['evidence']);
  const held = useHeldFields(type === 'finding' ? FINDING_ATTRIBUTES : evidence);
  const ofTest = useOfAudit(
    useCallback(
      (view) => (type === 'control_test' ? JSON.stringify(missingOf(view, itemId, held)) : '[]'),
      [type, itemId, held],
    ),
  );
  return useMemo(() => {
    if (mark !== 'completed') return [];
    if (type === 'finding')
      return held === null
        ? []
        : FINDING_ATTRIBUTES.filter((field) => !held.has(field)).map((field) => ofFinding(field, t));
    return (JSON.parse(ofTest) as readonly Missing[]).map(({ what, count }) => ({
      words: t(`missing.${what}`, { count }),
      tab: TAB_ADDRESS.evidence,
      field: 'instructions',
      isMaybe: what === 'action_or_evidence',
    }));
  }, [mark, type, held, ofTest, t]);
}

const ofFinding = (field: FindingAttribute, t: (key: string) => string): MissingPart => ({
  words: t(textLabelKey('finding', field)),
  tab: TAB_ADDRESS.information,
  field,
  isMaybe: false,
});

interface MissingPartsProps {
  readonly parts: readonly MissingPart[];
  /** Default: that they are missing for the signature. */
  readonly title?: string;
  readonly onGo: () => void;
}

/** Links to the missing parts. */
export function MissingParts({ parts, title, onGo }: MissingPartsProps) {
  const { t } = useTranslation('worksheets-web');
  const { openTab } = useWorksheetHost();
  if (parts.length === 0) return null;
  return (
    <div className={styles.missing}>
      <p>{title ?? t('signature.missing')}</p>
      <ul>
        {parts.map(({ words, tab, field }) => (
          <li key={words}>
            {words}{' '}
            <button
              type="button"
              aria-label={t('signature.show_missing', { what: words })}
              onClick={() => {
                onGo();
                openTab(tab);
                showField(field);
              }}
            >
              {t('signature.show')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
