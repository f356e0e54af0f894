import { accessCalls } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import {
  EmptyState,
  ErrorState,
  Section,
  StatusDot,
  TableSkeleton,
  useErrorText,
  useFormat,
  type StatusTone,
} from '@cotejo/ui';
import { FindBar, NoneFound, useFoundRows, type ListColumn } from '@cotejo/ui/list';
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import layout from '../layout/layout.module.css';
import { useSession } from '../session/use-session.ts';
import styles from './security.module.css';

const TONE = {
  queued: 'progress',
  sent: 'reviewed',
  failed: 'rejected',
  kept: 'assigned',
} as const satisfies Record<string, StatusTone>;

type LoggedMail = z.output<NonNullable<(typeof accessCalls.account.mailLog)['data']>>[number];
const NO_MAILS: readonly LoggedMail[] = [];
const STATES = ['queued', 'sent', 'failed', 'kept'] as const satisfies readonly (keyof typeof TONE)[];

function useMailColumns(): readonly ListColumn<LoggedMail>[] {
  const { t } = useTranslation('access-web');
  return useMemo<readonly ListColumn<LoggedMail>[]>(
    () => [
      { id: 'asunto', label: t('mail.subject'), kind: 'text', value: ({ subject }) => subject },
      { id: 'para', label: t('mail.to'), kind: 'text', value: ({ to }) => to },
      { id: 'fecha', label: t('mail.at'), kind: 'moment', value: ({ at }) => at },
      {
        ...{ id: 'estado', label: t('mail.state_label'), kind: 'choice', value: ({ state }) => state },
        options: STATES.map((value) => ({ value, label: t(`mail.state.${value}`) })),
      },
    ],
    [t],
  );
}

/** Mails of the account with their state; without a configured mail server, none of them is sent. */
export function MailLog() {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  const format = useFormat();
  const { api } = useSession();
  const mails = useQuery({
    queryKey: ['access', 'mail'],
    queryFn: () => perform(api, accessCalls.account.mailLog, {}),
  });
  const found = useFoundRows({ rows: mails.data ?? NO_MAILS, columns: useMailColumns(), under: 'correo.' });
  return (
    <Section title={t('mail.title')} hint={t('mail.hint')}>
      {mails.isPending && <TableSkeleton rows={4} />}
      {mails.isError && <ErrorState text={words(mails.error)} onRetry={() => void mails.refetch()} />}
      {mails.isSuccess && mails.data.length === 0 && <EmptyState icon={Mail} title={t('mail.none')} />}
      <FindBar found={found} search={t('mail.search')} isInside />
      {found.total > 0 && found.rows.length === 0 && <NoneFound clear={found.clear} />}
      {mails.isSuccess && (
        <ul className={layout.list}>
          {found.rows.map((mail) => (
            <li key={mail.id}>
              <details className={styles.mail}>
                <summary>
                  <span className={layout.lineWords}>
                    <strong>{mail.subject}</strong>
                    <span className={layout.faint}>
                      {mail.to} · <time dateTime={mail.at}>{format.dateTime(mail.at)}</time>
                    </span>
                  </span>
                  <StatusDot tone={TONE[mail.state]} label={t(`mail.state.${mail.state}`)} />
                </summary>
                {mail.fault !== null && <p className={styles.fault}>{mail.fault}</p>}
                <pre className={styles.mailText}>{mail.text}</pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
