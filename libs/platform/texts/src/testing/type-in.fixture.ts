import * as Y from 'yjs';
import { contentOf } from '../protocol.ts';

/** Types at the end of a field, and returns the resulting update. */
export function typeIn(document: Y.Doc, text: string, field = 'body'): Uint8Array {
  const before = Y.encodeStateVector(document);
  document.transact(() => {
    const fragment = document.getXmlFragment(field);
    let paragraph = fragment.get(0);
    if (!(paragraph instanceof Y.XmlElement)) {
      paragraph = new Y.XmlElement('paragraph');
      fragment.insert(0, [paragraph]);
      paragraph.insert(0, [new Y.XmlText()]);
    }
    const body = paragraph.get(0) as Y.XmlText;
    body.insert(body.length, text);
  });
  return Y.encodeStateAsUpdate(document, before);
}

/** Plain text of a field. */
export const lettersOf = (document: Y.Doc, field = 'body'): string =>
  contentOf(document, field, 'rich-text').text;
