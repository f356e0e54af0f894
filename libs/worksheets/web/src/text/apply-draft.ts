import type { Editor } from '@tiptap/core';
import { Fragment, Node, type Schema } from '@tiptap/pm/model';

/** A field of a stored draft. */
export interface DraftField {
  readonly text: string;
  readonly json: unknown;
}

/** Relation of a text to its draft: `within` = the draft contains all of its words and more. */
export type DraftStanding = 'same' | 'within' | 'other';

export function standingTo(draft: DraftField, now: DraftField): DraftStanding {
  if (JSON.stringify(draft.json) === JSON.stringify(now.json)) return 'same';
  return isWithin(inOneLine(now.text), inOneLine(draft.text)) ? 'within' : 'other';
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Whether `part` is a subsequence of `whole`, so that replacing it loses nothing. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) {
    if (at === part.length) return true;
    if (part.startsWith(letter, at)) at += letter.length;
  }
  return at === part.length;
}

/** Writes a draft in place of the text or below it; undoable. */
export function applyDraft(editor: Editor, draft: DraftField, where: 'instead' | 'below'): void {
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      const end = tr.doc.content.size;
      tr.replaceWith(where === 'instead' ? 0 : end, end, contentOfDraft(editor.schema, draft));
      return true;
    })
    .focus('end')
    .run();
}

/** Falls back to plain text if the draft contains nodes unknown to this release. */
function contentOfDraft(schema: Schema, { json, text }: DraftField): Fragment {
  try {
    const read = Node.fromJSON(schema, json);
    read.check();
    return read.content;
  } catch {
    const lines = text
      .split('\n')
      .map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]));
    return Fragment.from(lines);
  }
}
