import { accessCalls, type SessionRow, type UserProfile } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { ErrorState, notify, Section, TableSkeleton, useErrorText, useFormat } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { useSession } from '../session/use-session.ts';
import { ProveToEnd } from './prove-to-end.tsx';

export const SESSIONS_KEY = ['access', 'sessions'];

/** The user's sessions, with buttons to end them. */
export function SessionList({ user }: { readonly user: UserProfile }) {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const format = useFormat();
  const words = useErrorText();
  const queries = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const sessions = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: () => perform(api, accessCalls.oneself.sessions, {}),
  });
  /** Session id, or `others`, to be ended once the password is confirmed. */
  const [asked, setAsked] = useState<string | null>(null);
  const end = useMutation({
    mutationFn: ({ id, password }: { readonly id: string; readonly password: string }) =>
      perform(api, accessCalls.oneself.endSession, { params: { id }, body: { password } }),
    onSuccess: async ({ ended }) => {
      setAsked(null);
      notify.success(t('sessions.ended', { count: ended }));
      await queries.invalidateQueries({ queryKey: SESSIONS_KEY });
      // The focused button was removed with its row.
      list.current?.focus();
    },
  });
  const hasPassword = (user.auth_method ?? 'password') === 'password';
  const begin = (id: string): void => (hasPassword ? setAsked(id) : end.mutate({ id, password: '' }));
  const isEnding = (id: string): boolean => end.isPending && end.variables.id === id;
  const others = (sessions.data ?? []).filter(({ current }) => !current);
  return (
    <Section
      title={t('sessions.title')}
      hint={t('sessions.hint')}
      actions={
        others.length > 0 && (
          <Button variant="default" loading={isEnding('others')} onClick={() => begin('others')}>
            {t('sessions.end_others')}
          </Button>
        )
      }
    >
      {sessions.isPending && <TableSkeleton rows={2} />}
      {sessions.isError && (
        <ErrorState text={words(sessions.error)} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data !== undefined && (
        <SessionRows
          listRef={list}
          rows={sessions.data}
          renderAction={({ id, current, device, signed_in_at: since }) =>
            !current && (
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                loading={isEnding(id)}
                aria-label={t('sessions.end_one', { device, since: format.dateTime(since) })}
                onClick={() => begin(id)}
              >
                {t('sessions.end')}
              </Button>
            )
          }
        />
      )}
      {asked !== null && (
        <ProveToEnd
          username={user.username}
          send={async (password) => void (await end.mutateAsync({ id: asked, password }))}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  );
}

export interface SessionRowsProps {
  readonly rows: readonly SessionRow[];
  /** Ref that receives the focus when a row is removed. */
  readonly listRef?: Ref<HTMLUListElement>;
  readonly renderAction?: (row: SessionRow) => ReactNode;
}

/** A user's sessions, one per row. */
export function SessionRows({ rows, listRef, renderAction }: SessionRowsProps) {
  const { t } = useTranslation('access-web');
  const format = useFormat();
  return (
    <ul
      ref={listRef}
      className={layout.list}
      tabIndex={-1}
      style={{ outline: 'none' }}
      aria-label={t('sessions.title')}
    >
      {rows.map((row) => (
        <li key={row.id} className={layout.line}>
          <span className={layout.lineWords}>
            <span>
              <strong>{row.device}</strong>{' '}
              {row.current && <span className={layout.tag}>{t('sessions.current')}</span>}
            </span>
            <span className={layout.faint}>
              {t('sessions.line', {
                ip: row.ip,
                since: format.dateTime(row.signed_in_at),
                seen: format.relative(row.last_seen_at),
              })}
            </span>
          </span>
          {renderAction?.(row)}
        </li>
      ))}
    </ul>
  );
}
