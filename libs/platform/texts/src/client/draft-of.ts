import type { TextDraft } from '@cotejo/rooms/client';
import { uuidv4 } from 'lib0/random';
import type * as Y from 'yjs';
import { contentOf, type RootKinds } from '../protocol.ts';

/** Draft with the document's current content of these fields; null when all are empty. */
export function draftOf(
  document: Y.Doc,
  fields: Iterable<string>,
  kinds: RootKinds,
  { room, code }: Pick<TextDraft, 'room' | 'code'>,
): TextDraft | null {
  const found = [...fields].sort().flatMap((name) => {
    const kind = kinds(name);
    if (!kind) return [];
    const { text, json } = contentOf(document, name, kind);
    return json === null ? [] : [[name, { text, json }] as const];
  });
  if (found.length === 0) return null;
  return { room, id: uuidv4(), code, at: new Date().toISOString(), fields: Object.fromEntries(found) };
}
