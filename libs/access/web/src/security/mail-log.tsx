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
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { useSession } from '../session/use-session.ts';
import styles from './security.module.css';

const TONE = {
  queued: 'progress',
  sent: 'reviewed',
  failed: 'rejected',
  kept: 'assigned',
} as const satisfies Record<string, StatusTone>;

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
  return (
    <Section title={t('mail.title')} hint={t('mail.hint')}>
      {mails.isPending && <TableSkeleton rows={4} />}
      {mails.isError && <ErrorState text={words(mails.error)} onRetry={() => void mails.refetch()} />}
      {mails.isSuccess && mails.data.length === 0 && <EmptyState icon={Mail} title={t('mail.none')} />}
      {mails.isSuccess && (
        <ul className={layout.list}>
          {mails.data.map((mail) => (
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
