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
