import { Breadcrumb, EmptyState, usePageTitle } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { MapPinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

export function NotFoundPage() {
  const { t } = useTranslation('web');
  usePageTitle(t('not_found.page'));
  return (
    <>
      <Breadcrumb crumbs={[{ label: t('not_found.page') }]} />
      <EmptyState
        wholePage
        icon={MapPinOff}
        title={t('not_found.title')}
        text={t('not_found.text')}
        action={
          <Button component={Link} to="/">
            {t('not_found.back')}
          </Button>
        }
      />
    </>
  );
}
