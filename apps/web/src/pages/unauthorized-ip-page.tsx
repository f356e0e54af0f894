import { ErrorPage } from './error-page.tsx';
import styles from './unauthorized-ip-page.module.css';

/** The account refuses this address; signing in again would not help, so nothing leads there. */
export function UnauthorizedIpPage() {
  return (
    <main className={styles.whole}>
      <ErrorPage code="unauthorized_ip" />
    </main>
  );
}
