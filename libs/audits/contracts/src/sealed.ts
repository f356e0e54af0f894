import { z } from 'zod';

/**
 * A text in an event: its body is in the vault under `ref`; `hash` is the hex SHA-256 of a salt kept there
 * and the body, so that the body can be redacted and the log still verifies.
 */
export const sealedText = z.object({
  ref: z.uuid(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  length: z.number().int().positive(),
});
export type SealedText = z.infer<typeof sealedText>;

/**
 * Facts that the server established about an intent before it is decided: seals of texts, saved worksheets,
 * stored files. Passed beside the intent and recognized by class, so that no client JSON can forge them:
 * rules that need them refuse an intent without them (`not_sealed`) and never read them from the intent
 * itself.
 */
export abstract class Sealed {
  // A protected member makes the class nominal: no object literal has the type `Sealed`.
  protected readonly establishedBy = 'server';
}

/** Facts about the parts of a batch, by index. */
export class SealedParts extends Sealed {
  constructor(readonly parts: readonly (Sealed | undefined)[]) {
    super();
  }
}

/** Seals of an intent's texts, in the order of the texts; the texts are in the vault. */
export class SealedWords extends Sealed {
  constructor(readonly seals: readonly SealedText[]) {
    super();
  }
}
