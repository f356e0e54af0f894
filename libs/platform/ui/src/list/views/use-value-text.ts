import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../provider/use-format.ts';
import type { CellValue, ListColumn } from '../columns/list-column.ts';
import { valueText } from './value-text.ts';

/** Text of a value in the user's language and time zone; "Sin …" for a missing value if requested. */
export function useValueText() {
  const { t } = useTranslation('ui');
  const format = useFormat();
  return useCallback(
    <Row>(column: ListColumn<Row>, value: CellValue): string =>
      valueText(column, value, format, { yes: t('views.yes'), no: t('views.no') }),
    [t, format],
  );
}

/** Text of a group's value, which is never empty. */
export function useGroupText() {
  const { t } = useTranslation('ui');
  const textOf = useValueText();
  return useCallback(
    <Row>(column: ListColumn<Row>, value: CellValue): string =>
      textOf(column, value) || t('views.none', { column: column.label.toLocaleLowerCase() }),
    [t, textOf],
  );
}
