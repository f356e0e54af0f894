import { Unsealed, type IntentSealer, type RawIntent, type Rejection } from '@cotejo/audits-contracts';
import type { AuditModel, AuditState } from '@cotejo/audits-domain';
import { z } from 'zod';
import { mayWriteHere } from './may-write-here.ts';
import type { Waiting } from './submission.ts';

export interface Sealing {
  readonly auditId: string;
  readonly state: AuditState;
  readonly model: AuditModel;
  readonly sealers: ReadonlyMap<string, IntentSealer>;
  /** What sealers leave to be done once the batch is settled. */
  readonly afterwards: (work: () => Promise<void>) => void;
}

/** An intent that may carry texts, be it a part of another one, and the place that it goes back to. */
interface Sealable {
  readonly account: string;
  readonly intent: RawIntent;
  put(sealed: RawIntent): void;
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

/** Takes the texts of a batch to the vault together, by kind of intent and account; parts like whole intents. */
export async function sealIntents(batch: readonly Waiting[], sealing: Sealing): Promise<void> {
  const together = new Map<string, Sealable[]>();
  const sealed: Waiting[] = [];
  for (const one of batch) {
    if (one.isSealed || !mayWriteHere(one, sealing.state)) continue;
    sealed.push(one);
    for (const sealable of sealablesOf(one, sealing)) {
      const key = `${sealable.intent.kind}/${sealable.account}`;
      const group = together.get(key);
      if (group) group.push(sealable);
      else together.set(key, [sealable]);
    }
  }
  for (const sealables of together.values()) await sealTogether(sealables, sealing);
  for (const one of sealed) one.isSealed = true;
}

function sealablesOf(one: Waiting, { sealers, model }: Sealing): Sealable[] {
  const { envelope, account } = one;
  const { intent } = envelope;
  const refuse = (rejection: Rejection): void => void (one.guard = () => rejection);
  if (sealers.has(intent.kind)) {
    const put = (sealedIntent: RawIntent): void =>
      void (one.envelope = { ...envelope, intent: sealedIntent });
    return [{ account, intent, put, refuse }];
  }
  const batch = intent.kind === 'batch' ? batchOfParts.safeParse(intent).data : undefined;
  if (!batch?.parts.some((part) => sealers.has(part.intent.kind))) return [];
  const parts = [...batch.parts];
  one.envelope = { ...envelope, intent: { ...batch, parts } };
  return parts.flatMap((part, index) => {
    if (!sealers.has(part.intent.kind)) return [];
    const modern = model.modern({ intent: part.intent, base: envelope.base, schemaVersion: part.schema });
    const schema = modern.schemaVersion ?? part.schema;
    return [
      {
        account,
        intent: modern.intent,
        put: (sealedIntent: RawIntent) =>
          void (parts[index] = { ...part, schema, intent: { ...sealedIntent } }),
        refuse: ({ code, params }: Rejection) => refuse({ code, params: { ...params, part: index } }),
      },
    ];
  });
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
    const given = sealed[index] ?? one.intent;
    if (given instanceof Unsealed) one.refuse(given.rejection);
    else one.put(given);
  }
}
