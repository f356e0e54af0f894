import {
  type IntentSealer,
  type RawIntent,
  type Rejection,
  type Sealed,
  SealedParts,
  Unsealed,
} from '@cotejo/audits-contracts';
import type { AuditModel, AuditState } from '@cotejo/audits-domain';
import { z } from 'zod';
import { mayActHere } from '../may-act-here.ts';
import type { Waiting } from './submission.ts';

export interface Sealing {
  readonly auditId: string;
  readonly state: AuditState;
  readonly model: AuditModel;
  readonly sealers: ReadonlyMap<string, IntentSealer>;
  /** Registers work that sealers postpone until the batch is settled. */
  readonly afterwards: (work: () => Promise<void>) => void;
}

/** An intent (whole, or a part of a batch) whose kind has a sealer, with the setters for its seal. */
interface Sealable {
  readonly account: string;
  readonly intent: RawIntent;
  put(sealed: Sealed): void;
  refuse(rejection: Rejection): void;
}

const batchOfParts = z.looseObject({
  kind: z.literal('batch'),
  parts: z.array(
    z.looseObject({
      schema: z.number().int().positive(),
      intent: z.looseObject({ kind: z.string() }),
    }),
  ),
});

/**
 * Seals the intents of a batch together, grouped by kind and account; parts of a batch like whole intents.
 * The intents are not modified: the seal is passed beside them. Intents left unsealed are refused by the
 * rules that require a seal.
 */
export async function sealIntents(batch: readonly Waiting[], sealing: Sealing): Promise<void> {
  const together = new Map<string, Sealable[]>();
  const unsealed = batch.filter(({ isSealed }) => !isSealed);
  for (const sealable of unsealed.flatMap((one) => sealablesOf(one, sealing))) {
    const key = `${sealable.intent.kind}/${sealable.account}`;
    const group = together.get(key);
    if (group) group.push(sealable);
    else together.set(key, [sealable]);
  }
  for (const sealables of together.values()) await sealTogether(sealables, sealing);
  for (const one of unsealed) one.isSealed = true;
}

function sealablesOf(one: Waiting, { sealers, model, state }: Sealing): Sealable[] {
  const { envelope, account } = one;
  const { intent } = envelope;
  const refuse = (rejection: Rejection): void => void (one.guard = () => rejection);
  // Sealing costs database statements, so it is skipped for users whose intent will be refused anyway.
  const isSealed = (raw: RawIntent): boolean => sealers.has(raw.kind) && mayActHere(one, raw, state, model);
  if (intent.kind !== 'batch') {
    const put = (sealed: Sealed): void => void (one.envelope = { ...envelope, sealed });
    return isSealed(intent) ? [{ account, intent, put, refuse }] : [];
  }
  const { parts = [] } = batchOfParts.safeParse(intent).data ?? {};
  const seals: (Sealed | undefined)[] = parts.map(() => undefined);
  const sealables = parts.flatMap((part, index): Sealable[] => {
    if (!sealers.has(part.intent.kind)) return [];
    const modern = model.modern({ intent: part.intent, base: envelope.base, schemaVersion: part.schema });
    if (!isSealed(modern.intent)) return [];
    return [
      {
        account,
        intent: modern.intent,
        put: (sealed) => void (seals[index] = sealed),
        refuse: ({ code, params }) => refuse({ code, params: { ...params, part: index } }),
      },
    ];
  });
  if (sealables.length > 0) one.envelope = { ...envelope, sealed: new SealedParts(seals) };
  return sealables;
}

async function sealTogether(
  sealables: readonly Sealable[],
  { sealers, auditId, afterwards }: Sealing,
): Promise<void> {
  const [first] = sealables;
  const sealer = first && sealers.get(first.intent.kind);
  if (!sealer) return;
  const raw = sealables.map(({ intent }) => intent);
  const sealed = await sealer(raw, { auditId, accountId: first.account, afterwards });
  for (const [index, one] of sealables.entries()) {
    const given = sealed[index] ?? null;
    if (given instanceof Unsealed) one.refuse(given.rejection);
    else if (given) one.put(given);
  }
}
