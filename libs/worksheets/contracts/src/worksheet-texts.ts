import { z } from 'zod';
import { userId } from '@cotejo/access-contracts';
import { itemId, type ItemId, type ItemType } from '@cotejo/audits-contracts';
import { oneLineName } from '@cotejo/http/contracts';
import { attachmentId } from './attachments.ts';
import { countable, MAX_INTEGER, sealedText, writableSeal } from './sealed-text.ts';

/** Rooms of texts: `/rooms/worksheet/<audit>.<item>`, one document a worksheet, a fragment a field. */
export const WORKSHEET_ROOM_KIND = 'worksheet';

const SEPARATOR = '.';
export const worksheetRoomId = (audit: string, item: ItemId): string => `${audit}${SEPARATOR}${item}`;

/** Null for what is no such id. */
export function readWorksheetRoomId(id: string): { readonly audit: string; readonly item: ItemId } | null {
  const at = id.indexOf(SEPARATOR);
  const item = itemId.safeParse(id.slice(at + 1));
  return at > 0 && item.success ? { audit: id.slice(0, at), item: item.data } : null;
}

/** Texts that a worksheet of a type has; `*` stands for the id of an instruction or question. */
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

/** Maps of an understanding's document that its flowchart is drawn from: id → plain node or edge. */
export const FLOWCHART_MAPS = { nodes: 'flow.nodes', edges: 'flow.edges' } as const;

const LISTED = /^(instruction|question)\.([0-9a-f-]{36})\.([a-z]+)$/;

/** Name of a field of a worksheet as an address says it, whether there is such a one or not. */
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

/** Images of one text that its revision names. */
export const MAX_IMAGES = 200;

/**
 * A text as it stood when its authors paused. By the server alone. The body (JSON of the rich text) lies in the
 * vault; null = it is empty now. `covers` are the rows of the room that it holds, first and last.
 */
export const revisedText = z.object({
  field: z.string().max(100),
  text: sealedText.nullable(),
  /** Characters that a person reads; what "documented" means. */
  characters: z.number().int().nonnegative(),
  authors: z.array(userId).max(100),
  covers: rows,
  /** Attachments whose images it shows, as it calls them; absent for none, and where nobody noted it yet. */
  images: z.array(attachmentId).max(MAX_IMAGES).optional(),
});
export type RevisedText = z.infer<typeof revisedText>;

export const reviseTexts = z.strictObject({
  kind: z.literal('revise_texts'),
  id: itemId,
  revisions: z.array(revisedText).min(1).max(700),
  /** They come along with a copy: nobody has begun the work by that. */
  copied: z.literal(true).optional(),
});
export type ReviseTexts = z.infer<typeof reviseTexts>;

export const textRevised = z.object({
  type: z.literal('TextRevised'),
  data: z.object({ id: itemId, rev: z.number().int().positive(), ...revisedText.shape }),
});
export type TextRevised = z.infer<typeof textRevised>;

/** Number of a row of a room; -1 = before the first. */
const lastRow = z.number().int().min(-1).max(MAX_INTEGER);

/** An operator drops what was written in a worksheet after its last revision: of a document that can't be opened. */
export const restartTexts = z.strictObject({
  kind: z.literal('restart_texts'),
  id: itemId,
  /** Last row that there was, and the last one that a revision holds: the texts go on from there. */
  from: lastRow,
  to: lastRow,
  /** Whoever ordered it, as they called themselves. */
  operator: oneLineName(200),
  reason: oneLineName(500),
});
export type RestartTexts = z.infer<typeof restartTexts>;

const { kind: _, ...restart } = restartTexts.shape;
export const textsRestarted = z.object({ type: z.literal('TextsRestarted'), data: z.object(restart) });
export type TextsRestarted = z.infer<typeof textsRestarted>;
export const writableRestart = z.strictObject(restart).refine(({ from, to }) => to <= from, { path: ['to'] });

/**
 * `TextRevised` as it may be written: what is read is wider, for the log keeps what earlier releases let through. Nobody
 * reads more characters than the body has, and it covers rows in their order.
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
