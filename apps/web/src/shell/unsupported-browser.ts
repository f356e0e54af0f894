import { STORAGE_KEYS } from '@cotejo/access-contracts';
import { notify } from '@cotejo/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** What the product is built on; a browser without one of these shows part of it wrongly or not at all. */
export function isSupported(scope: {
  readonly CSS?: Pick<typeof CSS, 'supports'>;
  readonly navigator: { readonly locks?: unknown };
  readonly indexedDB?: unknown;
  readonly Array: { readonly prototype: object };
  readonly isSecureContext: boolean;
}): boolean {
  const styles = scope.CSS?.supports('selector(:has(a))') === true && scope.CSS.supports('height', '100dvh');
  // Locks are only told to pages that came over a safe way, whatever the browser.
  const locks = !scope.isSecureContext || scope.navigator.locks !== undefined;
  return styles && locks && scope.indexedDB !== undefined && 'toSorted' in scope.Array.prototype;
}

/** Says once, in this browser, that it is too old. */
export function useBrowserNotice(): void {
  const { t } = useTranslation('web');
  useEffect(() => {
    if (isSupported(window) || localStorage.getItem(STORAGE_KEYS.unsupportedBrowserTold) !== null) return;
    localStorage.setItem(STORAGE_KEYS.unsupportedBrowserTold, '1');
    notify.warning(t('unsupported_browser'), { id: STORAGE_KEYS.unsupportedBrowserTold, autoClose: 20_000 });
  }, [t]);
}
