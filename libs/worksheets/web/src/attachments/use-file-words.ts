import { useFormat } from '@cotejo/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { fileSize } from './file-size.ts';

/** A file's size in the user's language. */
export function useSizeWords(): (bytes: number) => string {
  const { t } = useTranslation('worksheets-web');
  const format = useFormat();
  return useCallback(
    (bytes) => {
      const { amount, unit } = fileSize(bytes);
      return t(`attachments.size.${unit}`, { amount: format.number(amount, amount < 100 ? 1 : 0) });
    },
    [t, format],
  );
}
