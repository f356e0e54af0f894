import { accessCalls, LOGO } from '@cotejo/access-contracts';
import { perform, performUpload } from '@cotejo/http/client';
import { ConfirmDialog, ErrorState, Failure, notify, Section, TableSkeleton, useErrorText } from '@cotejo/ui';
import { Button, FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { useAccountLogo } from '../session/use-account-logo.ts';
import { useSession } from '../session/use-session.ts';
import { logoFault } from './check-logo.ts';
import styles from './security.module.css';

const { setLogo, removeLogo } = accessCalls.account;

/** Form for the account's logo, shown in the side menu. */
export function LogoForm() {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  const session = useSession();
  const { api } = session;
  const [fault, setFault] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const shown = useAccountLogo();
  const upload = useMutation({
    meta: { shown: true },
    mutationFn: (file: File) => performUpload(api, setLogo, {}, file, { contentType: file.type }),
    onSuccess: async () => {
      notify.success(t('logo.saved'));
      await session.refresh();
    },
    onError: (error) => setFault(words(error)),
  });
  const remove = useMutation({
    meta: { shown: true },
    mutationFn: () => perform(api, removeLogo, {}),
    onSuccess: async () => {
      notify.success(t('logo.removed'));
      await session.refresh();
    },
    onError: (error) => setFault(words(error)),
  });
  const choose = (file: File | null) => {
    if (file === null) return;
    const wrong = logoFault(file);
    setFault(wrong === null ? null : t(`logo.fault.${wrong}`));
    if (wrong === null) upload.mutate(file);
  };

  return (
    <Section title={t('logo.title')} hint={t('logo.hint')}>
      <div className={layout.stack}>
        {shown.isPending && <TableSkeleton rows={1} />}
        {shown.error !== null && <ErrorState text={words(shown.error)} onRetry={shown.retry} />}
        {!shown.isPending && shown.error === null && (
          <div className={styles.logo}>
            {shown.address === null ? (
              <span className={layout.faint}>{t('logo.none')}</span>
            ) : (
              <img src={shown.address} alt={t('logo.title')} />
            )}
          </div>
        )}
        <Failure words={fault} />
        <div className={`${layout.buttons} ${layout.start}`}>
          <FileButton accept={LOGO.types.join()} onChange={choose}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<Upload size={14} aria-hidden />}
                loading={upload.isPending}
              >
                {t('logo.choose')}
              </Button>
            )}
          </FileButton>
          {shown.address !== null && (
            <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
              {t('logo.remove')}
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        opened={isAsking}
        danger
        title={t('logo.remove')}
        question={t('logo.remove_question')}
        left={t('cancel')}
        right={t('logo.remove')}
        onConfirm={async () => void (await remove.mutateAsync())}
        onClose={() => setAsking(false)}
      />
    </Section>
  );
}
