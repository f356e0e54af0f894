import { accountCalls } from '@cotejo/access-contracts';
import { useSession } from '@cotejo/access-web';
import { ApiError } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import styles from './account-logo.module.css';
import { useIsIdle } from './use-is-idle.ts';

/** The key under which the account's picture is cached; the screen that sets another one knows it. */
const LOGO_QUERY = ['account', 'logo'] as const;

interface AccountLogoProps {
  /** What the picture shows. */
  readonly name: string;
  /** Stands there until a picture is there, and where there is none. */
  readonly children: ReactNode;
}

/** The account's own picture in place of the product's. */
export function AccountLogo({ name, children }: AccountLogoProps) {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: LOGO_QUERY,
    queryFn: async ({ signal }): Promise<Blob | null> => {
      try {
        const { bytes, headers } = await api.getBytes(accountCalls.logo.path, { signal });
        return new Blob([new Uint8Array(bytes)], { type: headers.get('content-type') ?? 'image/png' });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: Infinity,
    enabled: useIsIdle(),
  });
  const address = useObjectUrl(data ?? null);
  return address === null ? children : <img className={styles.logo} src={address} alt={name} />;
}

/** An address for bytes that are here, for as long as they are shown. */
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
