import { useCallback, useSyncExternalStore } from 'react';
import { XmlElement, XmlFragment, XmlText, type Doc } from 'yjs';
import { useAttachedFields } from '../attachments/attachment-atoms.ts';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { useWorksheetText } from '../text/use-worksheet-text.ts';

/** What is written in a text, without its marks. */
const wordsOf = (text: XmlText): string =>
  (text.toDelta() as readonly { readonly insert: unknown }[])
    .map(({ insert }) => (typeof insert === 'string' ? insert : ' '))
    .join('');

/** Words, or something that stands for some: an image, a reference. */
function says(part: XmlFragment | XmlElement): boolean {
  return part.toArray().some((child) => {
    if (child instanceof XmlText) return wordsOf(child).trim() !== '';
    if (!(child instanceof XmlElement)) return false;
    return child.nodeName === 'image' || child.nodeName === 'mention' || says(child);
  });
}

/** Whether a field of a document says something. A field that nobody opened is not made by asking. */
const holdsIn = (document: Doc, field: string): boolean =>
  document.share.has(field) && says(document.getXmlFragment(field));

/**
 * Which fields of the worksheet around it hold something, words as they are written or a file; null while its texts
 * are not known. Asked as one text of those that do, so that nothing is drawn again for each letter.
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
