import { recordModelOf, treeCalls, type AuditDetail, type ItemId } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { ConfirmDialog, notify, useErrorText, useWorkspace } from '@cotejo/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

type Api = ReturnType<typeof useWorkspace>['api'];

interface RestoreOptions {
  readonly audit: Pick<AuditDetail, 'id' | 'record_type'>;
  readonly itemId: ItemId;
  /** Label of the command. */
  readonly label: string;
  /** Toast after it. */
  readonly done: string;
  readonly restore: (api: Api, options: { readonly idempotencyKey: string }) => Promise<unknown>;
}

export interface Restoring {
  readonly start: () => void;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  /** Dialog that asks before signatures fall; to be rendered beside the command. */
  readonly question: ReactElement;
}

/**
 * Restores past content as a new change of the current worksheet. Reads who has signed it now, and asks first when
 * their signatures would fall.
 */
export function useRestore({ audit, itemId, label, done, restore }: RestoreOptions): Restoring {
  const { t } = useTranslation('worksheets-web');
  const { api } = useWorkspace();
  const words = useErrorText();
  const [signers, setSigners] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const onError = (error: unknown) => notify.warning(words(error));
  const restoring = useMutation({
    mutationFn: () => restore(api, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: () => notify.info(done),
    onError,
  });
  const reading = useMutation({
    mutationFn: () =>
      perform(api, treeCalls.item, {
        params: { model: recordModelOf(audit.record_type), id: audit.id, itemId },
      }),
    onSuccess: ({ firmas }) => {
      const names = new Map([...firmas.completado, ...firmas.revisado].map(({ id, name }) => [id, name]));
      if (names.size === 0) return restoring.mutate();
      setSigners([...names.values()]);
      setAsking(true);
    },
    onError,
  });
  const isPending = reading.isPending || restoring.isPending;
  return {
    start: () => {
      if (!isPending) reading.mutate();
    },
    isPending,
    isSuccess: restoring.isSuccess,
    question: (
      <ConfirmDialog
        opened={isAsking}
        title={label}
        question={t('past.voids', { count: signers.length, names: signers })}
        left={t('past.keep')}
        right={label}
        onConfirm={() => restoring.mutate()}
        onClose={() => setAsking(false)}
      />
    ),
  };
}
