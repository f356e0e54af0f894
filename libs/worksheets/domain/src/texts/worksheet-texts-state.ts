import { userId, type UserId } from '@cotejo/access-contracts';
import { contentHash, itemId, type ItemId, type SignedText } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';
import { attachmentId, type AttachmentId } from '@cotejo/worksheets-contracts';
import { z } from 'zod';
import { differingByItem, ItemMap } from '../item-map.ts';

export const WORKSHEET_TEXTS_SLICE = 'worksheet-texts';

/** A text as the rules need it; its content is in the vault. */
export interface WorksheetText {
  readonly rev: number;
  /** Null while the text is empty. */
  readonly hash: string | null;
  /** Vault reference and length of its body, the rest of its seal. */
  readonly ref: string | null;
  readonly length: number;
  readonly characters: number;
  /** Last row of its room covered by the revision. */
  readonly upTo: number;
  /** Audit version of this revision. */
  readonly version: number;
  /** Authors of this revision's changes. */
  readonly authors: readonly UserId[];
  /** Attachments whose images it shows, by the id used in the text. */
  readonly images: readonly AttachmentId[];
}

/** Texts of one worksheet, by field. */
export type TextsOfItem = Readonly<Record<string, WorksheetText>>;
export type WorksheetTexts = ItemMap<TextsOfItem>;

const NONE: WorksheetTexts = ItemMap.of();
const NO_TEXTS: TextsOfItem = {};

/** Typed state of the slice; empty before its first event. */
export const textsFrom = (state: unknown): WorksheetTexts =>
  state instanceof ItemMap ? (state as WorksheetTexts) : NONE;

/** Texts of a worksheet that a view knows; always empty in a browser. */
export const textsIn = (view: Pick<AuditView, 'slice'>, item: ItemId): TextsOfItem =>
  textsFrom(view.slice(WORKSHEET_TEXTS_SLICE)).get(item) ?? NO_TEXTS;

/** Whether a view knows the texts of its audit: on the server it does, in a browser it does not. */
export const knowsTexts = (view: AuditView): boolean => view.audit !== null;

/** Whether a text has content. */
export const isWritten = (texts: TextsOfItem, field: string): boolean => (texts[field]?.characters ?? 0) > 0;

/** Texts covered by a signature on an item: those with content, sorted by field. */
export const signedTexts = (view: AuditView, item: ItemId): readonly SignedText[] =>
  Object.entries(textsIn(view, item))
    .flatMap(([field, { rev, hash }]) => (hash === null ? [] : [{ field, rev, hash }]))
    .sort((a, b) => (a.field < b.field ? -1 : 1));

/** Fields whose text differs between two states, by item. */
export const differingTexts = (before: unknown, after: unknown): ReadonlyMap<ItemId, readonly string[]> =>
  differingByItem(textsFrom(before), textsFrom(after), (old = NO_TEXTS, now = NO_TEXTS) =>
    [...new Set([...Object.keys(old), ...Object.keys(now)])]
      .filter((field) => (old[field]?.hash ?? null) !== (now[field]?.hash ?? null))
      .sort(),
  );

const frozenText = z.object({
  rev: z.number(),
  hash: contentHash.nullable(),
  ref: z.string().nullable(),
  length: z.number(),
  characters: z.number(),
  upTo: z.number(),
  version: z.number(),
  authors: z.array(userId),
  images: z.array(attachmentId),
});
const frozenTexts = z.array(z.tuple([itemId, z.record(z.string(), frozenText)]));

/** Plain JSON for snapshots. */
export const freezeTexts = (state: unknown): unknown => [...textsFrom(state)];
/** @throws ZodError if the JSON is no frozen state of texts */
export const thawTexts = (json: unknown): WorksheetTexts => ItemMap.of<TextsOfItem>(frozenTexts.parse(json));
