/** Milliseconds after which a closed dialog has been removed from the page. */
const LEFT_BEHIND_MS = 100;
/** Where keys go that were not meant for the tree. */
const ELSEWHERE = 'input, textarea, [contenteditable="true"], [role="dialog"] *';

/**
 * Gives the tree the focus: after the handlers of the current event, yet before the next key press, which may precede
 * the next frame; and once more in that frame, after what it draws. On a busy machine that frame comes late: a field that
 * the user went to meanwhile keeps the focus.
 */
export function takeKeysSoon(takeKeys: () => void): void {
  let hasActed = false;
  const listening = new AbortController();
  for (const type of ['pointerdown', 'keydown'])
    document.addEventListener(type, () => (hasActed = true), { capture: true, signal: listening.signal });
  queueMicrotask(takeKeys);
  requestAnimationFrame(() => {
    listening.abort();
    if (!hasActed || document.activeElement?.matches(ELSEWHERE) !== true) takeKeys();
  });
  // A closing dialog may hold the focus a moment longer and then leave it on the body.
  setTimeout(() => {
    if (document.activeElement === document.body) takeKeys();
  }, LEFT_BEHIND_MS);
}
