/**
 * What the server established about an intent before it is judged: seals of texts, worksheets at rest, files that
 * are kept. It travels beside the intent and is told by its class, so that no JSON can pass for it: rules that need it
 * refuse an intent without it (`not_sealed`) and read nothing of the kind from the intent itself.
 */
export abstract class Sealed {
  // A protected member makes the class nominal: to the compiler no object literal is a `Sealed`.
  protected readonly establishedBy = 'server';
}

/** What was established about the parts of a batch, by their index. */
export class SealedParts extends Sealed {
  constructor(readonly parts: readonly (Sealed | undefined)[]) {
    super();
  }
}
