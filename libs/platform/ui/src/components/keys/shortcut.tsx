import styles from './shortcut.module.css';

const APPLE = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '');
const SYMBOLS: Readonly<Record<string, string>> = APPLE
  ? { mod: '⌘', alt: '⌥', shift: '⇧', enter: '↵', up: '↑', down: '↓', left: '←', right: '→' }
  : { mod: 'Ctrl', alt: 'Alt', shift: '⇧', enter: '↵', up: '↑', down: '↓', left: '←', right: '→' };

/** Keyboard shortcut, e.g. `mod+k`, `F2`; shown in menus beside the action. */
export function Shortcut({ keys }: { readonly keys: string }) {
  const parts = keys
    .split('+')
    .map((key) => SYMBOLS[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key));
  return <kbd className={styles.shortcut}>{parts.join(APPLE ? '' : ' ')}</kbd>;
}
