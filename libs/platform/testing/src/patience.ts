import { vi } from 'vitest';
import { PATIENCE_MS } from './patience-ms.ts';

/**
 * Marks `vi` once its `waitFor` and `waitUntil` have the longer timeout; `expect.poll` is configured in
 * `vitest.config.ts`.
 */

const PATIENT = Symbol.for('cotejo.patient');
type Waits = Pick<typeof vi, 'waitFor' | 'waitUntil'> & { [PATIENT]?: true };

function becomePatient(waits: Waits): void {
  // Files in the same worker share `vi`: patch it once.
  if (waits[PATIENT]) return;
  const { waitFor, waitUntil } = waits;
  const patiently = <T extends { timeout?: number }>(options: number | T = PATIENCE_MS) =>
    typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };
  waits.waitFor = (callback, options) => waitFor(callback, patiently(options));
  waits.waitUntil = (callback, options) => waitUntil(callback, patiently(options));
  waits[PATIENT] = true;
}
becomePatient(vi);
