import type { I18n } from '@cotejo/i18n';
import { failureText, notify } from '@cotejo/ui';

/** Shows a failure as a toast; equal texts are shown once, however many calls failed. */
export function tellFailure(error: unknown, i18n: I18n): void {
  const words = failureText(error, i18n.getFixedT(null, 'ui'));
  notify.error(words, { id: words });
}
