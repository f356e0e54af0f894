import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { defaultTextLimits } from './text-defaults.ts';
import { TextSize } from './text-size.ts';

const MOST = 4;

/** Each client inserts one letter at the start, so that no structs are merged. */
function documentOf(writers: readonly number[]): Y.Doc {
  const document = new Y.Doc();
  for (const writer of writers) {
    document.clientID = writer;
    document.getText('body').insert(0, 'x');
  }
  return document;
}

describe('the room in a document', () => {
  it.each<[string, 'documentStructs' | 'documentClients', (count: number) => number[]]>([
    ['structs', 'documentStructs', (count) => Array<number>(count).fill(1)],
    ['client ids', 'documentClients', (count) => Array.from({ length: count }, (_, n) => n + 1)],
  ])('takes no more of a document with too many %s', (_, limit, writers) => {
    const limits = { ...defaultTextLimits, [limit]: MOST };
    const hasRoom = (count: number) =>
      new TextSize(documentOf(writers(count)), limits, 0).hasRoomFor([new Uint8Array(10)]);
    expect([hasRoom(MOST), hasRoom(MOST + 1)]).toEqual([true, false]);
  });
});
