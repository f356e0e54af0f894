import type { Revision } from '@cotejo/texts/server';
import { MAX_IMAGES, reviseTexts } from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import { MOST_REVISIONS, sealRevision } from './revised-texts.ts';
import type { RichTextNode } from './rich-text-document.ts';
import type { TextVault } from './text-vault.ts';

const vault = {
  seal: async (_: string, bodies: readonly string[]) =>
    bodies.map((body) => ({ ref: 'one', hash: 'two', length: body.length })),
} as unknown as TextVault;
const id = (n: number): string => `00000007-0000-4000-8000-${String(n).padStart(12, '0')}`;
const image = (attachment: unknown): RichTextNode => ({ type: 'image', attrs: { attachment } });
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });

async function imagesOf(...content: RichTextNode[]): Promise<readonly string[] | undefined> {
  const field = { field: 'objective', json: { type: 'doc', content }, text: '', authors: [] };
  const revision = { account: 'a', document: 'd', covers: [0, 0], fields: [field] } as unknown as Revision;
  const [revised] = await sealRevision(vault, revision, async () => () => undefined);
  return revised?.images;
}

describe('the images that a revision says its text shows', () => {
  it.each<[string, readonly RichTextNode[], readonly string[] | undefined]>([
    ['none', [paragraph({ type: 'text', text: 'Sin imagen' })], undefined],
    [
      'each once, however deep',
      [image(id(1)), { type: 'table', content: [paragraph(image(id(2)), image(id(1)))] }],
      [id(1), id(2)],
    ],
    [
      'none that is no attachment',
      [image('https://example.org/a.png'), image(null), { type: 'image' }],
      undefined,
    ],
    ['none that is something else', [{ type: 'mention', attrs: { attachment: id(1) } }], undefined],
  ])('%s', async (_, content, images) => {
    expect(await imagesOf(...content)).toEqual(images);
  });

  it('as many as an event may name', async () => {
    const many = Array.from({ length: MAX_IMAGES + 5 }, (_, n) => image(id(n)));
    expect(await imagesOf(...many)).toHaveLength(MAX_IMAGES);
  });
});

it('an intent takes as many revisions as are put into one, and no more', () => {
  const revision = { field: 'objective', text: null, characters: 0, authors: [], covers: [0, 0] };
  const isTaken = (count: number) =>
    reviseTexts.safeParse({
      kind: 'revise_texts',
      id: id(1),
      revisions: Array.from({ length: count }, () => revision),
    }).success;
  expect([isTaken(MOST_REVISIONS), isTaken(MOST_REVISIONS + 1)]).toEqual([true, false]);
});
