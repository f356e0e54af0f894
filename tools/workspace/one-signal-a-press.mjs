/** A person who really presses again does so later than this. */
const SAME_PRESS_MS = 1_000;

/**
 * Under npm one Ctrl-C arrives twice: from the terminal, which signals its whole group, and from npm, which
 * passes it on. A server that takes the second for "leave at once" would never end in order.
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
