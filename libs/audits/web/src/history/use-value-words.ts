import { saidValue, valueLabelKey, type ItemType, type ItemValue } from '@cotejo/audits-contracts';
import { useFormat } from '@cotejo/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

export interface ValueWords {
  label(type: ItemType, key: string): string;
  said(type: ItemType, key: string, value: ItemValue): string;
}

/**
 * Label and formatted text of worksheet values.
 * @param nothing key of the text for an empty value
 */
export function useValueWords(
  nothing: 'audits-web:past.none' | 'audits-web:notice.nothing' = 'audits-web:past.none',
): ValueWords {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  return useMemo(() => {
    const speech = { text: (key: string): string => t(key), format, nothing: t(nothing) };
    return {
      label: (type, key) => t(valueLabelKey(type, key)),
      said: (type, key, value) => saidValue(speech, type, key, value),
    };
  }, [t, format, nothing]);
}
