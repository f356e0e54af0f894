import { accessCalls } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import {
  ErrorState,
  FormMessage,
  notify,
  Section,
  TableSkeleton,
  useErrorText,
  useFaultFocus,
} from '@cotejo/ui';
import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import layout from '../layout/layout.module.css';
import { useSession } from '../session/use-session.ts';
import { readAddresses } from './read-addresses.ts';
import { SECURITY_KEY, useSecurity } from './use-security.ts';

/** Addresses from which users of the account may sign in. */
export function AddressesForm() {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  const security = useSecurity();
  return (
    <Section title={t('security.addresses')} hint={t('security.addresses_hint')}>
      {security.isPending && <TableSkeleton rows={2} />}
      {security.isError && (
        <ErrorState text={words(security.error)} onRetry={() => void security.refetch()} />
      )}
      {security.data !== undefined && (
        <Addresses key={security.data.ranges.join()} saved={security.data.ranges} />
      )}
    </Section>
  );
}

function Addresses({ saved }: { readonly saved: readonly string[] }) {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const queries = useQueryClient();
  const [text, setText] = useState(saved.join('\n'));
  const [isTried, setTried] = useState(false);
  const { formRef, fault, look } = useFaultFocus(null);
  const [isAsked, setAsked] = useState(false);
  const { ranges, wrong } = readAddresses(text);
  const isChanged = wrong.length > 0 || ranges.join() !== saved.join();
  return (
    <form
      ref={formRef}
      className={layout.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        look();
        if (wrong.length === 0) setAsked(true);
      }}
    >
      <Textarea
        label={t('security.ranges')}
        description={t('security.ranges_hint')}
        autosize
        minRows={3}
        maxRows={12}
        classNames={{ input: 'num' }}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={
          isTried && wrong.length > 0 ? t('security.ranges_fault', { wrong: wrong.join(', ') }) : undefined
        }
      />
      <FormMessage fault={fault} />
      <div className={layout.buttons}>
        <Button type="submit" disabled={!isChanged}>
          {t('save')}
        </Button>
      </div>
      {isAsked && (
        <ReasonDialog
          title={t('security.addresses')}
          question={t(ranges.length === 0 ? 'security.addresses_open' : 'security.addresses_question', {
            count: ranges.length,
          })}
          submit={t('save')}
          onClose={() => setAsked(false)}
          run={async (reason) => {
            await perform(api, accessCalls.account.setAddresses, {
              body: { ranges: [...ranges], ...reason },
            });
            notify.success(t('security.saved'));
            await queries.invalidateQueries({ queryKey: SECURITY_KEY });
          }}
        />
      )}
    </form>
  );
}
