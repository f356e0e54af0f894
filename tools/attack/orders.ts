import { z } from 'zod';

/** Attacks of the insider; each is a file in `attacks/`. */
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
/** Runs in the parent, which controls the nodes' clocks. */
export const CLOCK_KIND = 'clock-jump';
export type AttackKind = (typeof ATTACK_KINDS)[number];
export type Kind = AttackKind | typeof CLOCK_KIND;

const person = z.object({ token: z.string(), userId: z.string() });
const item = z.object({ id: z.string(), type: z.string() });
const place = z.object({ audit: z.string(), items: z.array(item) });

/** Everything the insider knows in advance. */
export const scene = z.object({
  /** URLs of the nodes. */
  urls: z.array(z.string()),
  /** The insider, a colleague who may import catalogues, and one who may set the account's logo. */
  junior: person,
  leader: person,
  administrator: person,
  /** Worksheets used by the insider; one attack never touches another's worksheet. */
  working: place,
  /** Reviewed worksheets of an open audit, and a closed audit. */
  reviewed: place,
  closed: place,
  /** Ids of the other account that the insider knows; they must not reveal anything. */
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
  /** Milliseconds after which the attack starts nothing new. */
  ms: z.number().int(),
  /** Use the sizes of a short run. */
  isSmall: z.boolean(),
  urls: z.array(z.string()),
});
export type Order = z.infer<typeof order>;

export const toInsider = z.union([scene, order]);

export const finding = z.object({ name: z.string(), detail: z.string() });

/** Result of an attack: count of each answer, and faults found in answers. */
export const outcome = z.object({
  number: z.number().int(),
  answers: z.record(z.string(), z.number().int()),
  found: z.array(finding),
});
export type Outcome = z.infer<typeof outcome>;
