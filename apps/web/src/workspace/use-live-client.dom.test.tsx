import { createI18n } from '@cotejo/i18n';
import type { LiveClient, LiveClientOptions } from '@cotejo/live/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it, vi } from 'vitest';
import { webTranslations } from '../translations.ts';
import { WaitingNotice } from '../shell/waiting-notice.tsx';
import { useLiveClient } from './use-live-client.ts';

const i18n = createI18n({ language: 'es', resources: [webTranslations] });

function follow() {
  const refresh = vi.fn(async () => undefined);
  const session = { refresh, getTicket: async () => null };
  let told: LiveClientOptions | null = null;
  const client: LiveClient = {
    follow: () => () => undefined,
    state: 'connecting',
    retryNow: () => undefined,
    close: () => undefined,
  };
  const connect = (options: LiveClientOptions) => {
    told = options;
    return client;
  };
  const queries = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <WaitingNotice />
        {children}
      </QueryClientProvider>
    </I18nextProvider>
  );
  renderHook(() => useLiveClient(session, connect), { wrapper });
  return {
    refresh,
    tell: (state: LiveClient['state']) => told?.onState?.(state),
    wait: (isWaiting: boolean) => act(() => told?.onWaiting?.(isWaiting)),
  };
}

describe('the live connection of a page', () => {
  it('asks what the person may do once it is there again, not when it is there at first', async () => {
    const { refresh, tell } = follow();
    tell('connecting');
    tell('live');
    expect(refresh).not.toHaveBeenCalled();
    tell('offline');
    tell('connecting');
    expect(refresh).not.toHaveBeenCalled();
    tell('live');
    await waitFor(() => expect(refresh).toHaveBeenCalledOnce());
  });

  it('says calmly that the server waits, for as long as it does', () => {
    const { tell, wait } = follow();
    tell('live');
    const notice = screen.getByRole('status');
    expect(notice.textContent).toBe('');
    wait(true);
    expect(notice.textContent).toBe('Esperando al servidor…');
    wait(false);
    expect(notice.textContent).toBe('');
  });
});
