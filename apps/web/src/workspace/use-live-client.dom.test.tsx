import type { LiveClient, LiveClientOptions } from '@cotejo/live/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useLiveClient } from './use-live-client.ts';

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
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  renderHook(() => useLiveClient(session, connect), { wrapper });
  return { refresh, tell: (state: LiveClient['state']) => told?.onState?.(state) };
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
});
