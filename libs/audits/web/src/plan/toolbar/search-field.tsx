import type { ItemId } from '@cotejo/audits-contracts';
import { useSearchKey } from '@cotejo/ui';
import { TextInput } from '@mantine/core';
import { useAtom } from 'jotai';
import { Search, X } from 'lucide-react';
import { useCallback, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { filterAtom } from '../plan-atoms.ts';
import { usePlan } from '../plan-context.ts';
import styles from './plan-tools.module.css';

/** Filters the tree by text; `/` leads here. */
export function SearchField({ autoFocus = false }: { readonly autoFocus?: boolean }) {
  const { t } = useTranslation('audits-web');
  const { session, focusTree, reveal } = usePlan();
  const [filter, setFilter] = useAtom(filterAtom);
  const field = useRef<HTMLInputElement>(null);
  const leave = useCallback(() => {
    field.current?.blur();
    focusTree();
  }, [focusTree]);
  const returnTo = useCallback(
    (place: Element) => {
      const row = place.closest('[data-item]')?.getAttribute('data-item') as ItemId | null | undefined;
      leave();
      if (row && session.view.get(row)) reveal(row);
    },
    [leave, session, reveal],
  );
  useSearchKey(field, returnTo);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && filter.text !== '') setFilter({ ...filter, text: '' });
    else if (event.key === 'ArrowDown') leave();
    else return;
    event.preventDefault();
  };
  return (
    <TextInput
      ref={field}
      data-autofocus={autoFocus || undefined}
      className={styles.search}
      aria-label={t('plan.filter')}
      placeholder={t('plan.filter')}
      leftSection={<Search size={14} aria-hidden />}
      rightSection={
        filter.text !== '' && (
          <button
            type="button"
            className={styles.clearSearch}
            aria-label={t('filter.clear_text')}
            onClick={() => {
              setFilter({ ...filter, text: '' });
              field.current?.focus();
            }}
          >
            <X size={13} aria-hidden />
          </button>
        )
      }
      value={filter.text}
      onChange={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  );
}
