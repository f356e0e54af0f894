import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '@cotejo/audits-domain';
import { FLOWCHART_FIELD, type RevisedText } from '@cotejo/worksheets-contracts';
import { instructionsOf } from '../instructions.ts';
import { programmeOf } from '../step-programme-slice.ts';
import { textsIn } from './worksheet-texts-state.ts';

/**
 * Texts that a copy of a worksheet keeps, as with its values: planning and subject. Results stay with the
 * original work. `*` = of each remaining instruction or question.
 */
const COPIED: Readonly<Partial<Record<ItemType, readonly string[]>>> = {
  understanding: ['narrative', 'question.*.text', FLOWCHART_FIELD],
  risk: ['description'],
  control: ['description', 'objectives', 'instruction.*.text'],
  control_test: ['objective', 'scope', 'instruction.*.text'],
  step: ['objective', 'instruction.*.text'],
  inspection: ['objective'],
  // An open finding that goes on in another audit: its facts, without the answer of the audited.
  finding: ['condition', 'criterion', 'cause', 'effect', 'recommendation', 'impact'],
};

const LISTED = /^(instruction|question)\.([^.]+)\./;

/** Whether a text of a worksheet is copied with it. */
export const isCopiedText = (type: ItemType, field: string): boolean =>
  COPIED[type]?.includes(field.replace(LISTED, '$1.*.')) ?? false;

/** Copied texts are the first row of the copy's room. */
const FIRST_ROW: RevisedText['covers'] = [0, 0];

/** Initial texts of an item's copy: the same sealed bodies, by field. */
export function copiedTexts(source: AuditView, item: ItemId): readonly RevisedText[] {
  const node = source.get(item);
  if (!node) return [];
  const travels = travelsFrom(source, node);
  const copied = new Map<string, RevisedText>();
  for (const revised of [...programmeTexts(source, item), ...revisedTexts(source, item)])
    if (travels(revised.field)) copied.set(revised.field, revised);
  return [...copied.values()].filter(({ text }) => text !== null);
}

/** Predicate for the texts of this item that are copied: texts of a removed instruction or question are not. */
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

/** Imported texts that were never revised. */
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

/** Instructions and questions that were not removed. */
function listedIn(source: AuditView, { id, values = {} }: TreeNode): ReadonlySet<string> {
  const questions = Object.keys(values).flatMap((key) => PLACE.exec(key)?.[1] ?? []);
  return new Set([...instructionsOf(source, id).map((one) => one.id), ...questions]);
}
