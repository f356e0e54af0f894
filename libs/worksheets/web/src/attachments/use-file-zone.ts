import { useEffect, useState, type RefObject } from 'react';

const holdsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false;

/** Where what is pasted or dropped belongs to the words that are written there. */
const takesItself = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null;

/**
 * Takes files that are dragged onto an element, or pasted while the focus is in it. A zone within another one takes
 * them first. Answers whether files are held over it now.
 */
export function useFileZone(
  zone: RefObject<Element | null>,
  /** Null: nothing is taken here. */
  onFiles: ((files: readonly File[]) => void) | null,
): boolean {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const element = zone.current;
    if (!element || !onFiles) return;
    // Entering a child comes before leaving its parent: what counts is where the pointer was last.
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
