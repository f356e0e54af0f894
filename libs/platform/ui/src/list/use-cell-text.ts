import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../provider/use-format.ts';
import type { ListColumn } from './list-column.ts';

const MINUTES_OF_HOUR = 60;

/** The words of a cell: what people read, search and group by. Empty where the row has no value. */
export type CellText = <Row>(column: ListColumn<Row>, row: Row) => string;

export function useCellText(): CellText {
  const { t } = useTranslation('ui');
  const format = useFormat();
  return useCallback(
    ({ kind, options, value: read }, row) => {
      const value = read(row);
      if (value === null || value === '') return '';
      const number = Number(value);
      switch (kind) {
        case 'text':
          return String(value);
        case 'choice':
        case 'person':
          return options?.find((option) => option.value === String(value))?.label ?? String(value);
        case 'flag':
          return t(value === true ? 'list.yes' : 'list.no');
        case 'day':
          return format.date(String(value));
        case 'moment':
          return format.dateTime(String(value));
        case 'number':
          return format.number(number);
        case 'percent':
          return format.percent(number);
        case 'money':
          return format.money(number);
        case 'minutes':
          return format.hours(number / MINUTES_OF_HOUR);
      }
    },
    [t, format],
  );
}
