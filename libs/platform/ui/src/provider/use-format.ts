import { formatters, languageOf, type Formatters } from '@cotejo/i18n';
import { useTranslation } from 'react-i18next';

/** Dates, numbers and hours as the person's language writes them. */
export function useFormat(): Formatters {
  const { i18n } = useTranslation();
  return formatters(languageOf(i18n));
}
