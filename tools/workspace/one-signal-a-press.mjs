/** Milliseconds; a second key press by the user comes later than this. */
const SAME_PRESS_MS = 1_000;

/**
 * Under npm one Ctrl-C arrives twice: from the terminal, which signals its whole process group, and forwarded by npm. A
 * server that takes the second signal for "exit at once" would never stop cleanly.
 */
export function hearOneSignalAPress() {
  const emit = process.emit.bind(process);
  let last = 0;
  process.emit = (name, ...values) => {
    if (name === 'SIGINT' || name === 'SIGTERM') {
      const now = Date.now();
      if (now - last < SAME_PRESS_MS) return true;
      last = now;
    }
    return emit(name, ...values);
  };
}
