import { Button } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';

/** Stands where no row passes search and filters, with the way back to all of them. */
export function NoneFound({ clear }: { readonly clear: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <EmptyState
      icon={SearchX}
      title={t('list.no_match')}
      text={t('list.no_match_text')}
      action={
        <Button variant="default" onClick={clear}>
          {t('list.clear')}
        </Button>
      }
    />
  );
}
