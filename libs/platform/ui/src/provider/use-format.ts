import { formatters, languageOf, type Formatters } from '@cotejo/i18n';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from './time-zone.ts';

/** Dates, numbers and hours as the person's language writes them; moments by the person's clock. */
export function useFormat(): Formatters {
  const { i18n } = useTranslation();
  return formatters(languageOf(i18n), useTimeZone());
}
