import { accessCalls, LOGO } from '@cotejo/access-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { ErrorState, notify, TableSkeleton, useErrorText } from '@cotejo/ui';
import { Button, FileButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Failure } from '../forms/failure.tsx';
import layout from '../layout/layout.module.css';
import { Section } from '../layout/section.tsx';
import { useSession } from '../session/use-session.ts';
import { logoFault } from './check-logo.ts';
import styles from './security.module.css';

/** Everything that shows the logo asks under this key. */
const LOGO_KEY = ['account', 'logo'];
const { logo, setLogo, removeLogo } = accessCalls.account;

/** The account's own logo, shown in the side menu. */
export function LogoForm() {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  const { api } = useSession();
  const queries = useQueryClient();
  const [fault, setFault] = useState<string | null>(null);
  const shown = useQuery({
    queryKey: [...LOGO_KEY, 'form'],
    queryFn: async () => {
      try {
        const { bytes, headers } = await api.getBytes(logo.path);
        return new Blob([bytes.slice()], { type: headers.get('Content-Type') ?? '' });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
  const refresh = () => queries.invalidateQueries({ queryKey: LOGO_KEY });
  const upload = useMutation({
    meta: { shown: true },
    mutationFn: (file: File) =>
      api.upload(setLogo.path, file, {
        method: 'PUT',
        schema: setLogo.data ?? z.unknown(),
        contentType: file.type,
      }),
    onSuccess: async () => {
      notify.success(t('logo.saved'));
      await refresh();
    },
    onError: (error) => setFault(words(error)),
  });
  const remove = useMutation({
    meta: { shown: true },
    mutationFn: () => perform(api, removeLogo, {}),
    onSuccess: refresh,
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
        {shown.isError && <ErrorState text={words(shown.error)} onRetry={() => void shown.refetch()} />}
        {shown.isSuccess && (
          <div className={styles.logo}>
            {shown.data === null ? (
              <span className={layout.faint}>{t('logo.none')}</span>
            ) : (
              <Picture blob={shown.data} />
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
          {shown.data instanceof Blob && (
            <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('logo.remove')}
            </Button>
          )}
        </div>
      </div>
    </Section>
  );
}

function Picture({ blob }: { readonly blob: Blob }) {
  const { t } = useTranslation('access-web');
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address && <img src={address} alt={t('logo.title')} />;
}
