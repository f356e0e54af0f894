import { DOWNLOAD_PATHS } from '@cotejo/access-contracts';
import { Section } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Download of all personal data stored about the user (Ley 1581). */
export function OwnData() {
  const { t } = useTranslation('access-web');
  return (
    <Section title={t('profile.own_data')} hint={t('profile.own_data_hint')}>
      <Button
        variant="default"
        leftSection={<Download size={14} aria-hidden />}
        component="a"
        href={DOWNLOAD_PATHS.own_data}
        target="_blank"
        rel="noopener"
      >
        {t('profile.own_data_save')}
      </Button>
    </Section>
  );
}
