import { languageOf } from '@cotejo/i18n';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const MONTHS = 12;

/** Names of the months of a year, January first. */
export function useMonthNames(style: 'short' | 'long'): readonly string[] {
  const { i18n } = useTranslation();
  const language = languageOf(i18n);
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
    return Array.from({ length: MONTHS }, (_, month) => format.format(new Date(Date.UTC(2026, month, 1))));
  }, [language, style]);
}
