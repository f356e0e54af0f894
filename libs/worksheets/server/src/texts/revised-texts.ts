import type { SealedText } from '@cotejo/audits-contracts';
import { userId } from '@cotejo/access-contracts';
import type { FieldContent } from '@cotejo/texts/protocol';
import type { RevisedField, Revision } from '@cotejo/texts/server';
import {
  attachmentId,
  FLOWCHART_FIELD,
  FLOWCHART_MAPS,
  MAX_IMAGES,
  type AttachmentId,
  type RevisedText,
} from '@cotejo/worksheets-contracts';
import { isBlank, richTextNode, type RichTextNode } from './rich-text-document.ts';
import type { TextVault } from './text-vault.ts';

/** Maximum number of revisions in one intent. */
export const MOST_REVISIONS = 700;
const MOST_AUTHORS = 100;
const MAPS: ReadonlySet<string> = new Set(Object.values(FLOWCHART_MAPS));

type Contents = (field: string) => FieldContent | undefined;
type Unsealed = Omit<RevisedText, 'text'> & { readonly body: string | null };

/**
 * Converts a room's revision for the rules: stores bodies in the vault, and joins a flowchart's maps into one field.
 * @param contents current fields: a flowchart consists of two, of which only one may have changed
 */
export async function sealRevision(
  vault: TextVault,
  revision: Revision,
  contents: () => Promise<Contents>,
): Promise<readonly RevisedText[]> {
  const { account, covers, fields } = revision;
  const drawn = fields.filter(({ field }) => MAPS.has(field));
  const unsealed = fields.filter(({ field }) => !MAPS.has(field)).map((field) => revised(field, [...covers]));
  if (drawn.length > 0) unsealed.push(flowchart(drawn, [...covers], await contents()));
  const bodies = unsealed.flatMap(({ body }) => body ?? []);
  const seals = [...(await vault.seal(account, bodies))];
  return unsealed.map(({ body, ...rest }) => ({ ...rest, text: body === null ? null : theNext(seals) }));
}

function revised({ field, text, json, authors }: RevisedField, covers: [number, number]): Unsealed {
  const rich = json === null ? null : richTextNode.parse(json);
  const body = rich === null || isBlank(rich) ? null : JSON.stringify(json);
  const images = rich === null ? [] : imagesIn(rich);
  return {
    // Blank lines do not count: a body that is not stored has zero characters.
    ...{
      field,
      body,
      characters: body === null ? 0 : charactersOf(text),
      authors: peopleOf(authors),
      covers,
    },
    ...(images.length > 0 && { images }),
  };
}

function flowchart(drawn: readonly RevisedField[], covers: [number, number], contents: Contents): Unsealed {
  const nodes = contents(FLOWCHART_MAPS.nodes)?.json ?? null;
  const edges = contents(FLOWCHART_MAPS.edges)?.json ?? null;
  const body =
    nodes === null && edges === null ? null : JSON.stringify({ nodes: nodes ?? {}, edges: edges ?? {} });
  const authors = peopleOf(drawn.flatMap((field) => field.authors));
  return { field: FLOWCHART_FIELD, body, characters: 0, authors, covers };
}

/** Attachments whose images a text shows, without duplicates. */
function imagesIn(rich: RichTextNode): AttachmentId[] {
  const found = new Set<AttachmentId>();
  const look = ({ type, attrs, content = [] }: RichTextNode): void => {
    const named = type === 'image' ? attachmentId.safeParse(attrs?.['attachment']).data : undefined;
    if (named) found.add(named);
    content.forEach(look);
  };
  look(rich);
  return [...found].slice(0, MAX_IMAGES);
}

const charactersOf = (text: string): number => text.replace(/\n/g, '').length;

const peopleOf = (authors: readonly string[]): RevisedText['authors'] =>
  [...new Set(authors)].flatMap((author) => userId.safeParse(author).data ?? []).slice(0, MOST_AUTHORS);

/** @throws when the vault returned fewer seals than texts: nothing may be written then */
function theNext(seals: SealedText[]): SealedText {
  const seal = seals.shift();
  if (!seal) throw new Error('a text came back from the vault without its seal');
  return seal;
}
