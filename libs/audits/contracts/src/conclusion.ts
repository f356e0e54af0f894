import { userId } from '@cotejo/access-contracts';
import { oneLineName } from '@cotejo/http/contracts';
import { z } from 'zod';

/** Colours of a rating; each has a token in light and dark. */
export const ratingColour = z.enum(['green', 'yellow', 'orange', 'red', 'grey']);
export type RatingColour = z.infer<typeof ratingColour>;

export const ratingCode = oneLineName(40);

/** A level of a scale of ratings; `code` identifies it within its scale. */
export const ratingLevel = z.object({
  code: ratingCode,
  name: oneLineName(60),
  colour: ratingColour,
});
export type RatingLevel = z.infer<typeof ratingLevel>;

/** Most levels of a scale. */
export const MAX_RATING_LEVELS = 10;

/** Levels, best first. */
export const ratingScale = z.array(ratingLevel).min(1).max(MAX_RATING_LEVELS);
export type RatingScale = z.infer<typeof ratingScale>;

/** Scale of accounts without one of their own. Names are data of the account's audits, so they are not translated. */
export const DEFAULT_RATING_SCALE: RatingScale = [
  { code: 'satisfactory', name: 'Satisfactoria', colour: 'green' },
  { code: 'improvable', name: 'Con oportunidades de mejora', colour: 'yellow' },
  { code: 'deficient', name: 'Deficiente', colour: 'orange' },
  { code: 'unsatisfactory', name: 'Insatisfactoria', colour: 'red' },
];

/** Characters of a conclusion. */
export const MAX_CONCLUSION_LENGTH = 8_000;
/** Lines as written; empty takes the conclusion away. */
export const conclusionText = z
  .string()
  .trim()
  .max(MAX_CONCLUSION_LENGTH)
  .regex(/^[^\0\p{Cs}]*$/u);

const act = z.object({ by: userId, at: z.string() });

/** Overall rating and conclusion of an audit. */
export const auditConclusion = z.object({
  /** Scale with which it was rated; null before the first rating. */
  scale: ratingScale.nullable(),
  /** Code of the level; null = not rated. */
  rating: ratingCode.nullable(),
  rated: act.nullable(),
  /** Empty = not written. */
  text: z.string(),
  written: act.nullable(),
  /** Valid signature of the conclusion. */
  signed: act.nullable(),
  /** Audit version of the last change of rating or text; -1 = none. */
  version: z.number().int(),
});
export type AuditConclusion = z.infer<typeof auditConclusion>;

export const NO_CONCLUSION: AuditConclusion = {
  scale: null,
  rating: null,
  rated: null,
  text: '',
  written: null,
  signed: null,
  version: -1,
};

/** Level of the rating; null = not rated. */
export const levelOf = ({ scale, rating }: Pick<AuditConclusion, 'scale' | 'rating'>): RatingLevel | null =>
  scale?.find(({ code }) => code === rating) ?? null;

export const conclusionEvents = [
  z.object({
    type: z.literal('AuditRated'),
    data: z.object({ rating: ratingLevel.nullable(), from: ratingLevel.nullable(), scale: ratingScale }),
  }),
  z.object({
    type: z.literal('AuditConcluded'),
    data: z.object({ text: z.string(), from: z.string() }),
  }),
  z.object({ type: z.literal('ConclusionSigned'), data: z.object({ seen: z.number().int() }) }),
  z.object({
    type: z.literal('ConclusionSignatureVoided'),
    data: z.object({ by: userId, because: z.enum(['edited', 'withdrawn']) }),
  }),
] as const;

export const conclusionIntents = [
  /** By the server, which knows the account's scale; null takes the rating away. */
  z.strictObject({ kind: z.literal('rate_audit'), rating: ratingCode.nullable(), scale: ratingScale }),
  z.strictObject({ kind: z.literal('conclude_audit'), text: conclusionText }),
  /** `seen`: version of the conclusion that the signer read. */
  z.strictObject({ kind: z.literal('sign_conclusion'), seen: z.number().int() }),
  z.strictObject({ kind: z.literal('withdraw_conclusion_signature') }),
] as const;
