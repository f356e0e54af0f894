import { itemCalls, type ItemType, type ItemValue } from '@cotejo/audits-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { notify, useErrorText, useWorkspace } from '@cotejo/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useValueWords } from '../history/use-value-words.ts';

/** Refusal codes whose message names a value by its key. */
const NAMING = ['value_invalid', 'value_not_allowed'] as const;

/**
 * Restores a past value through the REST API, as a new change of the present plan; the page of a past version
 * has no room connection.
 */
export function useRestoreValue(audit: string, item: string, type: ItemType) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { label } = useValueWords();
  const { api } = useWorkspace();
  const queries = useQueryClient();
  const words = useErrorText();
  return useMutation({
    mutationFn: ({ key, value }: { readonly key: string; readonly value: ItemValue }) =>
      perform(
        api,
        itemCalls.post,
        { params: { id: item, action: 'values' }, body: { valores: { [key]: value } } },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: () => {
      notify.info(t('history.restored'));
      void queries.invalidateQueries({ queryKey: ['plan-changes', audit] });
      void queries.invalidateQueries({ queryKey: ['newest-change', audit] });
    },
    onError: (error, { key }) => {
      const naming = NAMING.find((code) => error instanceof ApiError && error.code === code);
      notify.warning(
        naming ? t(`audits-contracts:errors.${naming}`, { field: label(type, key) }) : words(error),
      );
    },
  });
}
