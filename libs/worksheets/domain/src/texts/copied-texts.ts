import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '@cotejo/audits-domain';
import { FLOWCHART_FIELD, type RevisedText } from '@cotejo/worksheets-contracts';
import { instructionsOf } from '../instructions.ts';
import { programmeOf } from '../step-programme-slice.ts';
import { textsIn } from './worksheet-texts-state.ts';

/**
 * What a copy keeps of the texts of a worksheet, as of its values: how the work is planned and what the subject is.
 * What was found out stays with the work in which it was. `*` = of each instruction or question that still stands.
 */
const COPIED: Readonly<Partial<Record<ItemType, readonly string[]>>> = {
  understanding: ['narrative', 'question.*.text', FLOWCHART_FIELD],
  risk: ['description'],
  control: ['description', 'objectives', 'instruction.*.text'],
  control_test: ['objective', 'scope', 'instruction.*.text'],
  step: ['objective', 'instruction.*.text'],
  inspection: ['objective'],
};

const LISTED = /^(instruction|question)\.([^.]+)\./;

/** Whether a text of a worksheet travels with a copy of it. */
export const isCopiedText = (type: ItemType, field: string): boolean =>
  COPIED[type]?.includes(field.replace(LISTED, '$1.*.')) ?? false;

/** Of the room of a copy they are the first row. */
const FIRST_ROW: RevisedText['covers'] = [0, 0];

/** Texts of an item as a copy of it begins with them: the same sealed bodies, by field. */
export function copiedTexts(source: AuditView, item: ItemId): readonly RevisedText[] {
  const node = source.get(item);
  if (!node) return [];
  const travels = travelsFrom(source, node);
  const copied = new Map<string, RevisedText>();
  for (const revised of [...programmeTexts(source, item), ...revisedTexts(source, item)])
    if (travels(revised.field)) copied.set(revised.field, revised);
  return [...copied.values()].filter(({ text }) => text !== null);
}

/** Whether a text of this very item travels: one of an instruction or question as long as nobody took that away. */
export function travelsFrom(source: AuditView, node: TreeNode): (field: string) => boolean {
  const standing = listedIn(source, node);
  return (field) => {
    const [, , listed] = LISTED.exec(field) ?? [];
    return isCopiedText(node.type, field) && (listed === undefined || standing.has(listed));
  };
}

const revisedTexts = (source: AuditView, item: ItemId): RevisedText[] =>
  Object.entries(textsIn(source, item)).map(
    ([field, { ref, hash, length, characters, authors, images }]) => ({
      field,
      text: ref === null || hash === null ? null : { ref, hash, length },
      characters,
      authors: [...authors],
      covers: FIRST_ROW,
      ...(images.length > 0 && { images: [...images] }),
    }),
  );

/** What an import brought and nobody has revised. */
function programmeTexts(source: AuditView, item: ItemId): RevisedText[] {
  const { objective = null, instructions = [] } = programmeOf(source, item) ?? {};
  return [
    { field: 'objective', text: objective },
    ...instructions.map(({ id, text }) => ({ field: `instruction.${id}.text`, text })),
  ].flatMap(({ field, text }) =>
    text ? [{ field, text, characters: text.length, authors: [], covers: FIRST_ROW }] : [],
  );
}

const PLACE = /^question\.([^.]+)\.place$/;

/** Instructions and questions that nobody took away. */
function listedIn(source: AuditView, { id, values = {} }: TreeNode): ReadonlySet<string> {
  const questions = Object.keys(values).flatMap((key) => PLACE.exec(key)?.[1] ?? []);
  return new Set([...instructionsOf(source, id).map((one) => one.id), ...questions]);
}
