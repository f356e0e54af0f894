import type { I18n } from '@cotejo/i18n';
import { failureText, notify } from '@cotejo/ui';

/** Says in a toast that something failed; the same words once, however many calls met them. */
export function tellFailure(error: unknown, i18n: I18n): void {
  const words = failureText(error, i18n.getFixedT(null, 'ui'));
  notify.error(words, { id: words });
}
