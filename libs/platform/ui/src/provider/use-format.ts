import { formatters, languageOf, type Formatters } from '@cotejo/i18n';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from './time-zone.ts';

/** Formatters for the user's language and time zone. */
export function useFormat(): Formatters {
  const { i18n } = useTranslation();
  return formatters(languageOf(i18n), useTimeZone());
}
