import { useCallback, useSyncExternalStore } from 'react';
import { XmlElement, XmlFragment, XmlText, type Doc } from 'yjs';
import { useAttachedFields } from '../attachments/attachment-atoms.ts';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { useWorksheetText } from '../text/use-worksheet-text.ts';

/** Plain text without formatting. */
const wordsOf = (text: XmlText): string =>
  (text.toDelta() as readonly { readonly insert: unknown }[])
    .map(({ insert }) => (typeof insert === 'string' ? insert : ' '))
    .join('');

/** Whether there is text or an embedded object (image, reference). */
function says(part: XmlFragment | XmlElement): boolean {
  return part.toArray().some((child) => {
    if (child instanceof XmlText) return wordsOf(child).trim() !== '';
    if (!(child instanceof XmlElement)) return false;
    return child.nodeName === 'image' || child.nodeName === 'mention' || says(child);
  });
}

/** Whether a field of a document has content; does not create fields that do not exist. */
const holdsIn = (document: Doc, field: string): boolean =>
  document.share.has(field) && says(document.getXmlFragment(field));

/**
 * Fields of the surrounding worksheet with content, co-written text or a file; null while its texts are not
 * loaded. The result is compared as a string, so that keystrokes do not cause renders.
 */
export function useHeldFields(fields: readonly string[]): ReadonlySet<string> | null {
  const { itemId } = useWorksheetHost();
  const attached = useAttachedFields(itemId);
  const document = useWorksheetText()?.document ?? null;
  const asked = fields.join(' ');
  const subscribe = useCallback(
    (listener: () => void) => {
      document?.on('afterTransaction', listener);
      return () => document?.off('afterTransaction', listener);
    },
    [document],
  );
  const held = useSyncExternalStore(subscribe, () =>
    document === null
      ? null
      : asked
          .split(' ')
          .filter((field) => field !== '' && holdsIn(document, field))
          .join(' '),
  );
  return held === null ? null : new Set([...held.split(' '), ...attached]);
}
