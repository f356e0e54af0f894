import { Sealed, type ItemId } from '@cotejo/audits-contracts';
import type { SealedText } from './sealed-text.ts';
import type { RevisedText } from './worksheet-texts.ts';

/** The texts of an intent lie in the vault: their seals, in the order in which the intent has the texts. */
export class SealedWords extends Sealed {
  constructor(readonly seals: readonly SealedText[]) {
    super();
  }
}

/** The texts of a worksheet are at rest while a mark is put under it. */
export class SettledTexts extends Sealed {
  /**
   * @param texts what no revision holds yet
   * @param rows how many rows its room has: nobody can have seen more
   */
  constructor(
    readonly texts: readonly RevisedText[],
    readonly rows: number,
  ) {
    super();
  }
}

/** What no revision holds yet in a worksheet of a branch. */
export interface UnrevisedTexts {
  readonly id: ItemId;
  readonly revisions: readonly RevisedText[];
}

/** The worksheets of a branch in which something waited for its revision are at rest while it is deleted. */
export class SettledBranch extends Sealed {
  constructor(readonly worksheets: readonly UnrevisedTexts[]) {
    super();
  }
}

/** The bytes of a file are still kept, or nothing is known against it. */
export class KeptFile extends Sealed {}
