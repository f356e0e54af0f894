import { Sealed, type ItemId } from '@cotejo/audits-contracts';
import type { RevisedText } from './worksheet-texts.ts';

/** A worksheet's pending texts while it is signed: its documents are locked meanwhile. */
export class SettledTexts extends Sealed {
  /**
   * @param texts pending texts, covered by no revision
   * @param rows number of rows of its room: the upper limit of what a signer can have seen
   */
  constructor(
    readonly texts: readonly RevisedText[],
    readonly rows: number,
  ) {
    super();
  }
}

/** Pending texts of a worksheet in a branch. */
export interface UnrevisedTexts {
  readonly id: ItemId;
  readonly revisions: readonly RevisedText[];
}

/** Worksheets of a branch with pending texts while it is deleted: their documents are locked meanwhile. */
export class SettledBranch extends Sealed {
  constructor(readonly worksheets: readonly UnrevisedTexts[]) {
    super();
  }
}

/** Proof that the bytes of a file are stored (or not known to be missing). */
export class KeptFile extends Sealed {}
