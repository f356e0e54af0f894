import { clientKernelIntent, type KernelIntent } from '@cotejo/audits-contracts';
import type { AuditModel } from '@cotejo/audits-domain';
import { openRecords } from '@cotejo/rooms/client';
import { z } from 'zod';
import { stepWords } from './step-words.ts';
import type { KeptStep, UndoStore } from './undo-history.ts';

/** Names of the records with steps, before the id of each. */
const PREFIX = 'undo:';

/** Steps stored in this browser, those dropped for their number aside; older ones are not read. */
const MOST_STORED = 100;

const storedStep = z.object({
  stack: z.enum(['done', 'undone']),
  order: z.number(),
  step: z.object({
    id: z.string(),
    words: stepWords,
    parts: z.array(
      z.object({
        key: z.string(),
        inverses: z.array(
          z.object({
            /** Version of the intent's schema when it was stored. */
            schema: z.number(),
            intent: z.looseObject({ kind: z.string() }),
            left: z.string(),
            branch: z.object({ size: z.number(), seen: z.number() }).optional(),
          }),
        ),
      }),
    ),
  }),
});
type StoredStep = z.input<typeof storedStep>;

/**
 * A user's undo history of one audit, in the database of the outbox, so that it is removed with it when the user
 * signs out or loses access. Steps that an older release stored are upcast; unreadable ones are dropped.
 */
export async function keptUndo(
  user: string,
  room: string,
  model: Pick<AuditModel, 'intents' | 'modern'>,
): Promise<UndoStore> {
  const records = await openRecords(user, room);
  return {
    async load() {
      const read = [...(await records.read(PREFIX))].map(
        ([name, value]) => [name, readStep(value, model)] as const,
      );
      const steps = read.flatMap(([, step]) => step ?? []).sort((a, b) => b.order - a.order);
      const kept = steps.slice(0, MOST_STORED);
      const names = new Set(kept.map(({ step }) => PREFIX + step.id));
      for (const [name] of read) if (!names.has(name)) records.change(name, undefined);
      return kept;
    },
    put: (kept) => records.change(PREFIX + kept.step.id, toStored(kept, model)),
    drop: (id) => records.change(PREFIX + id, undefined),
    close: () => records.close(),
  };
}

const toStored = ({ step, ...place }: KeptStep, { intents }: Pick<AuditModel, 'intents'>): StoredStep => ({
  ...place,
  step: {
    ...step,
    parts: step.parts.map(({ key, inverses }) => ({
      key,
      inverses: inverses.map((inverse) => ({ ...inverse, schema: intents.newest(inverse.intent.kind) })),
    })),
  },
});

/** Null when the record is not of this form, or holds an intent that this release does not know. */
function readStep(value: unknown, { modern }: Pick<AuditModel, 'modern'>): KeptStep | null {
  const { data } = storedStep.safeParse(value);
  if (!data) return null;
  const { step, ...place } = data;
  const parts = step.parts.map(({ key, inverses }) => ({
    key,
    inverses: inverses.map(({ schema, intent, left, branch }) => {
      const read = clientKernelIntent.safeParse(modern({ intent, schemaVersion: schema, base: 0 }).intent);
      return { intent: read.data as KernelIntent, left, ...(branch && { branch }) };
    }),
  }));
  const isWhole = parts.every(({ inverses }) => inverses.every(({ intent }) => intent !== undefined));
  return isWhole ? { ...place, step: { ...step, parts } } : null;
}
