import { accessCalls } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveJson } from '../layout/save-file.ts';
import { Section } from '../layout/section.tsx';
import { useSession } from '../session/use-session.ts';

/** All that is kept of the person, as a file (Ley 1581). */
export function OwnData() {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const load = useMutation({
    mutationFn: () => perform(api, accessCalls.oneself.ownData, {}),
    onSuccess: (data) => saveJson(t('profile.own_data_file'), data),
  });
  return (
    <Section title={t('profile.own_data')} hint={t('profile.own_data_hint')}>
      <Button
        variant="default"
        leftSection={<Download size={14} aria-hidden />}
        loading={load.isPending}
        onClick={() => load.mutate()}
      >
        {t('profile.own_data_save')}
      </Button>
    </Section>
  );
}
