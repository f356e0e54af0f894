import { TEXT_FIELDS } from '@cotejo/worksheets-contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { textLabelKey } from '../fields/text-label-key.ts';
import { useItem } from '../host/worksheet-host.ts';
import { tabOfField } from '../tabs/tab-of-field.ts';
import type { MissingPart } from './missing-for-mark.tsx';

/** Fields offered to begin with. */
const MOST = 3;

/** First texts of the surrounding worksheet, to begin an empty one with. */
export function useBeginnings(): readonly MissingPart[] {
  const { t } = useTranslation('worksheets-contracts');
  const type = useItem()?.type;
  return useMemo(() => {
    if (type === undefined) return [];
    const placed = (TEXT_FIELDS[type] ?? []).flatMap((field) => {
      const tab = tabOfField(type, field);
      return tab === undefined ? [] : [{ words: t(textLabelKey(type, field)), tab, field, isMaybe: true }];
    });
    return placed.slice(0, MOST);
  }, [type, t]);
}
