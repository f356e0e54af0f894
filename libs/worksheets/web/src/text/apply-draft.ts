import type { Editor } from '@tiptap/core';
import { Fragment, Node, type Schema } from '@tiptap/pm/model';

/** A field of a draft, as it is kept. */
export interface DraftField {
  readonly text: string;
  readonly json: unknown;
}

/** How a text stands to a draft of it: `within` = the draft has all of its words, and more. */
export type DraftStanding = 'same' | 'within' | 'other';

export function standingTo(draft: DraftField, now: DraftField): DraftStanding {
  if (JSON.stringify(draft.json) === JSON.stringify(now.json)) return 'same';
  return isWithin(inOneLine(now.text), inOneLine(draft.text)) ? 'within' : 'other';
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Whether all letters of one are in the other, in their order: nothing of it would be lost. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) {
    if (at === part.length) return true;
    if (part.startsWith(letter, at)) at += letter.length;
  }
  return at === part.length;
}

/** Writes a draft anew, in the place of the text or under it; to be undone as whatever one writes. */
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

/** Its words alone where it holds what this release does not know. */
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
