import { useAccountLogo } from '@cotejo/access-web';
import type { ReactNode } from 'react';
import styles from './account-logo.module.css';
import { useIsIdle } from './use-is-idle.ts';

interface AccountLogoProps {
  /** Alternative text. */
  readonly name: string;
  /** Shown until the logo loads, or if there is none. */
  readonly children: ReactNode;
}

/** The account's logo, in place of the product's. */
export function AccountLogo({ name, children }: AccountLogoProps) {
  const { address } = useAccountLogo(useIsIdle());
  return address === null ? children : <img className={styles.logo} src={address} alt={name} />;
}
