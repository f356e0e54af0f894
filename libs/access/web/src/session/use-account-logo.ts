import { accountCalls } from '@cotejo/access-contracts';
import { performDownload } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession, useUser } from './use-session.ts';

export interface AccountLogoState {
  /** An address for an image element; null while it loads and where the account has none. */
  readonly address: string | null;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The account's logo. The profile contains its hash, so that no request is sent for accounts without one. */
export function useAccountLogo(enabled = true): AccountLogoState {
  const { api } = useSession();
  const hash = useUser()?.account_logo ?? null;
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: ['account', 'logo', hash],
    queryFn: async ({ signal }) => {
      const { bytes, headers } = await performDownload(api, accountCalls.logo, {}, { signal });
      return new Blob([new Uint8Array(bytes)], { type: headers.get('content-type') ?? 'image/png' });
    },
    staleTime: Infinity,
    enabled: enabled && hash !== null,
  });
  const address = useObjectUrl(data ?? null);
  return { address, isPending: isFetching, error, retry: () => void refetch() };
}

/** Object URL of a blob, revoked when the blob changes or on unmount. */
function useObjectUrl(blob: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) {
      setAddress(null);
      return undefined;
    }
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}
