import { vi } from 'vitest';
import { PATIENCE_MS } from './patience-ms.ts';

/** Gives `vi.waitFor` and `vi.waitUntil` their patience; `expect.poll` is told in `vitest.config.ts`. */

const PATIENT = Symbol.for('cotejo.patient');
type Waits = Pick<typeof vi, 'waitFor' | 'waitUntil'> & { [PATIENT]?: true };

function becomePatient(waits: Waits): void {
  // Files that share a worker share `vi`, too: once is enough.
  if (waits[PATIENT]) return;
  const { waitFor, waitUntil } = waits;
  const patiently = <T extends { timeout?: number }>(options: number | T = PATIENCE_MS) =>
    typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };
  waits.waitFor = (callback, options) => waitFor(callback, patiently(options));
  waits.waitUntil = (callback, options) => waitUntil(callback, patiently(options));
  waits[PATIENT] = true;
}
becomePatient(vi);
