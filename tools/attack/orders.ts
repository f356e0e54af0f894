import { z } from 'zod';

/** What the insider does; each is one file of `attacks/`. */
export const ATTACK_KINDS = [
  'mutated-intents',
  'forged-texts',
  'batch-flood',
  'malformed-messages',
  'foreign-ids',
  'text-shapes',
  'catalogues',
  'odd-files',
  'empty-uploads',
  'large-worksheets',
  'crowded-feeds',
  'parallel-exports',
  'slow-readers',
] as const;
/** Done by the parent, who sets the clocks of nodes. */
export const CLOCK_KIND = 'clock-jump';
export type AttackKind = (typeof ATTACK_KINDS)[number];
export type Kind = AttackKind | typeof CLOCK_KIND;

const person = z.object({ token: z.string(), userId: z.string() });
const item = z.object({ id: z.string(), type: z.string() });
const place = z.object({ audit: z.string(), items: z.array(item) });

/** What the insider knows before it begins. */
export const scene = z.object({
  /** Of each node. */
  urls: z.array(z.string()),
  /** The insider, a colleague who may import catalogues, and one who may set the account's picture. */
  junior: person,
  leader: person,
  administrator: person,
  /** Worksheets that belong to the insider: one attack never touches the worksheet of another. */
  working: place,
  /** Reviewed worksheets of an open audit, and a closed audit. */
  reviewed: place,
  closed: place,
  /** Ids of the other account that the insider has got hold of; nothing may be learned with them. */
  foreign: z.object({
    account: z.string(),
    audit: z.string(),
    items: z.array(z.string()),
    users: z.array(z.string()),
  }),
  /** Texts of the other account that the insider may never receive. */
  canaries: z.array(z.string()),
});
export type Scene = z.infer<typeof scene>;

export const order = z.object({
  number: z.number().int(),
  kind: z.enum(ATTACK_KINDS),
  seed: z.number().int(),
  /** Milliseconds after which the attack begins nothing more. */
  ms: z.number().int(),
  /** Sizes of a short run. */
  isSmall: z.boolean(),
  urls: z.array(z.string()),
});
export type Order = z.infer<typeof order>;

export const toInsider = z.union([scene, order]);

export const finding = z.object({ name: z.string(), detail: z.string() });

/** What an attack came to: how often each answer was given, and what was wrong with answers. */
export const outcome = z.object({
  number: z.number().int(),
  answers: z.record(z.string(), z.number().int()),
  found: z.array(finding),
});
export type Outcome = z.infer<typeof outcome>;
