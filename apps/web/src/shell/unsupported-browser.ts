import { STORAGE_KEYS } from '@cotejo/access-contracts';
import { notify } from '@cotejo/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Whether the browser has the features that the product requires. */
export function isSupported(scope: {
  readonly CSS?: Pick<typeof CSS, 'supports'>;
  readonly navigator: { readonly locks?: unknown };
  readonly indexedDB?: unknown;
  readonly Array: { readonly prototype: object };
  readonly isSecureContext: boolean;
}): boolean {
  const styles = scope.CSS?.supports('selector(:has(a))') === true && scope.CSS.supports('height', '100dvh');
  // Web Locks exist in secure contexts only, in every browser.
  const locks = !scope.isSecureContext || scope.navigator.locks !== undefined;
  return styles && locks && scope.indexedDB !== undefined && 'toSorted' in scope.Array.prototype;
}

/** Warns once per browser that it is unsupported. */
export function useBrowserNotice(): void {
  const { t } = useTranslation('web');
  useEffect(() => {
    if (isSupported(window) || localStorage.getItem(STORAGE_KEYS.unsupportedBrowserTold) !== null) return;
    localStorage.setItem(STORAGE_KEYS.unsupportedBrowserTold, '1');
    notify.warning(t('unsupported_browser'), { id: STORAGE_KEYS.unsupportedBrowserTold, autoClose: 20_000 });
  }, [t]);
}
