import { z } from 'zod';
import { userId } from '@cotejo/access-contracts';
import { itemId, type ItemId, type ItemType, sealedText } from '@cotejo/audits-contracts';
import { oneLineName } from '@cotejo/http/contracts';
import { attachmentId } from './attachments.ts';
import { countable, MAX_INTEGER, writableSeal } from './sealed-text.ts';

/** Rooms of texts: `/rooms/worksheet/<audit>.<item>`, one document a worksheet, a fragment a field. */
export const WORKSHEET_ROOM_KIND = 'worksheet';

const SEPARATOR = '.';
export const worksheetRoomId = (audit: string, item: ItemId): string => `${audit}${SEPARATOR}${item}`;

/** Null if the id is malformed. */
export function readWorksheetRoomId(id: string): { readonly audit: string; readonly item: ItemId } | null {
  const at = id.indexOf(SEPARATOR);
  const item = itemId.safeParse(id.slice(at + 1));
  return at > 0 && item.success ? { audit: id.slice(0, at), item: item.data } : null;
}

/** Texts of a worksheet by type; `*` stands for the id of an instruction or question. */
const INSTRUCTION_TEXTS = ['instruction.*.text', 'instruction.*.evidence'] as const;
export const TEXT_FIELDS: Readonly<Partial<Record<ItemType, readonly string[]>>> = {
  understanding: ['narrative', 'walkthrough', 'question.*.text', 'question.*.comment'],
  risk: ['description', 'comments'],
  control: ['description', 'objectives', 'designConclusion', ...INSTRUCTION_TEXTS],
  control_test: ['objective', 'scope', 'conclusion', ...INSTRUCTION_TEXTS],
  step: ['objective', 'evidence', 'conclusion', ...INSTRUCTION_TEXTS],
  inspection: ['objective', 'evidence', 'conclusion'],
  inspection_item: ['description', 'evidence'],
  finding: ['condition', 'criterion', 'cause', 'effect', 'recommendation', 'response', 'impact'],
  action_plan: ['description'],
  evaluation: ['conclusion'],
};

/** Maps of an understanding's document that hold its flowchart: id → plain node or edge. */
export const FLOWCHART_MAPS = { nodes: 'flow.nodes', edges: 'flow.edges' } as const;

const LISTED = /^(instruction|question)\.([0-9a-f-]{36})\.([a-z]+)$/;

/** Field name in a URL; the field need not exist. */
export const fieldName = z
  .string()
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

/** Whether a worksheet of a type has a text of this name. */
export const isTextField = (type: ItemType, field: string): boolean =>
  !field.includes('*') && (TEXT_FIELDS[type]?.includes(field.replace(LISTED, '$1.*.$3')) ?? false);

/** Whether a document of a type's worksheet may have a root of this name. */
export const isTextRoot = (type: ItemType, root: string): boolean =>
  isTextField(type, root) ||
  (type === 'understanding' && (root === FLOWCHART_MAPS.nodes || root === FLOWCHART_MAPS.edges));

/** Field of a flowchart among the revisions of an understanding. */
export const FLOWCHART_FIELD = 'flowchart';

const rows = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]);

/** Maximum number of images listed in one revision. */
export const MAX_IMAGES = 200;

/**
 * A text as revised in its authors' pause; server only. The body (JSON of the rich text) is in the vault;
 * null = empty. `covers`: first and last row of the room in it.
 */
export const revisedText = z.object({
  field: z.string().max(100),
  text: sealedText.nullable(),
  /** Visible characters; a text with any counts as documented. */
  characters: z.number().int().nonnegative(),
  authors: z.array(userId).max(100),
  covers: rows,
  /** Attachments whose images it shows, by the id used in the text; absent for none and in older events. */
  images: z.array(attachmentId).max(MAX_IMAGES).optional(),
});
export type RevisedText = z.infer<typeof revisedText>;

export const reviseTexts = z.strictObject({
  kind: z.literal('revise_texts'),
  id: itemId,
  revisions: z.array(revisedText).min(1).max(700),
  /** Texts of a copy; does not start the work. */
  copied: z.literal(true).optional(),
});
export type ReviseTexts = z.infer<typeof reviseTexts>;

export const textRevised = z.object({
  type: z.literal('TextRevised'),
  data: z.object({ id: itemId, rev: z.number().int().positive(), ...revisedText.shape }),
});
export type TextRevised = z.infer<typeof textRevised>;

/** Row number of a room; -1 = before the first. */
const lastRow = z.number().int().min(-1).max(MAX_INTEGER);

/** An operator drops the rows of a worksheet after its last revision, because its document cannot be opened. */
export const restartTexts = z.strictObject({
  kind: z.literal('restart_texts'),
  id: itemId,
  /** Last existing row, and the last row in a revision, from which the texts continue. */
  from: lastRow,
  to: lastRow,
  /** Name given by the operator. */
  operator: oneLineName(200),
  reason: oneLineName(500),
});
export type RestartTexts = z.infer<typeof restartTexts>;

const { kind: _, ...restart } = restartTexts.shape;
export const textsRestarted = z.object({ type: z.literal('TextsRestarted'), data: z.object(restart) });
export type TextsRestarted = z.infer<typeof textsRestarted>;
export const writableRestart = z.strictObject(restart).refine(({ from, to }) => to <= from, { path: ['to'] });

/**
 * Writable data of `TextRevised`. The readable schema is wider, because the log holds events of earlier
 * releases. Visible characters are at most the body's length, and rows are ascending.
 */
export const writableRevision = z
  .strictObject({
    ...textRevised.shape.data.shape,
    rev: countable.min(1),
    text: writableSeal.nullable(),
    characters: countable,
    covers: z.tuple([countable, countable]),
  })
  .refine(({ text, characters }) => characters <= (text?.length ?? 0), { path: ['characters'] })
  .refine(({ covers: [first, last] }) => first <= last, { path: ['covers'] });
