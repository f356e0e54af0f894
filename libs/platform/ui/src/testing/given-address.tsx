import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';

interface GivenAddressProps {
  /** `/` by default. */
  readonly address?: string;
  /** Told each address, with its query. */
  readonly onAddress?: (address: string) => void;
  readonly children: ReactNode;
}

/** A router for screens whose package knows none: lists keep their state in the address. */
export function GivenAddress({ address = '/', onAddress, children }: GivenAddressProps) {
  return (
    <MemoryRouter initialEntries={[address]}>
      {onAddress && <Address onAddress={onAddress} />}
      {children}
    </MemoryRouter>
  );
}

function Address({ onAddress }: { readonly onAddress: (address: string) => void }) {
  const { pathname, search } = useLocation();
  onAddress(pathname + search);
  return null;
}
