/**
 * What the server established about an intent before it is judged: seals of texts, worksheets at rest, files that
 * are kept. It travels beside the intent and is told by its class, so that no JSON can pass for it: rules that need it
 * refuse an intent without it (`not_sealed`) and read nothing of the kind from the intent itself.
 */
export abstract class Sealed {
  // Nominal: an object literal of the same shape is no `Sealed` to the compiler either.
  readonly #brand = true;

  static is(value: unknown): value is Sealed {
    return typeof value === 'object' && value !== null && #brand in value;
  }
}

/** What was established about the parts of a batch, by their index. */
export class SealedParts extends Sealed {
  constructor(readonly parts: readonly (Sealed | undefined)[]) {
    super();
  }
}
