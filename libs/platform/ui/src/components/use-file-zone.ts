import { useEffect, useState, type RefObject } from 'react';

const holdsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false;

/** Whether the target is an editor, which handles pasted and dropped files itself. */
const takesItself = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null;

/**
 * Accepts files dropped onto an element, or pasted while it has the focus. Inner zones take precedence.
 * Returns whether files are being dragged over it.
 */
export function useFileZone(
  zone: RefObject<Element | null>,
  /** Null: files are not accepted. */
  onFiles: ((files: readonly File[]) => void) | null,
): boolean {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const element = zone.current;
    if (!element || !onFiles) return;
    // `dragenter` of a child precedes `dragleave` of its parent, so the last entered target is tracked.
    let inside: EventTarget | null = null;
    const taken = (event: DragEvent): boolean => !event.defaultPrevented && holdsFiles(event.dataTransfer);
    const over = (event: DragEvent) => {
      if (!taken(event) || takesItself(event.target)) return leave();
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      inside = event.target;
      setIsOver(true);
    };
    const leave = () => {
      inside = null;
      setIsOver(false);
    };
    const out = (event: DragEvent) => {
      if (event.target === inside) leave();
    };
    const drop = (event: DragEvent) => {
      leave();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!taken(event) || files.length === 0 || takesItself(event.target)) return;
      event.preventDefault();
      onFiles(files);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (event.defaultPrevented || files.length === 0 || takesItself(event.target)) return;
      event.preventDefault();
      onFiles(files);
    };
    const listeners: readonly (readonly [string, EventListener])[] = [
      ['dragenter', over as EventListener],
      ['dragover', over as EventListener],
      ['dragleave', out as EventListener],
      ['drop', drop as EventListener],
      ['paste', paste as EventListener],
    ];
    for (const [type, listener] of listeners) element.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of listeners) element.removeEventListener(type, listener);
    };
  }, [zone, onFiles]);

  return isOver;
}
