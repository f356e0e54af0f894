/** Recorded answer of a call: the whole body, envelope included. */
export interface GivenAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * State of a repeatable call: `mine` to execute (under a claim), `answered` before, `busy` while another request
 * executes it, or `reused` when the key belongs to a different request.
 */
export type Claim =
  | { readonly kind: 'mine'; readonly claim: string }
  | { readonly kind: 'answered'; readonly answer: GivenAnswer }
  | { readonly kind: 'busy' }
  | { readonly kind: 'reused' };

/** Stores answers, shared by all nodes and durable over restarts. */
export interface AnswerJournal {
  /**
   * Claims a call for `lease` milliseconds. An expired claim passes to the next identical request: its process may be
   * gone, or only slow, so executing a call twice must be safe.
   */
  claim(id: string, requestHash: string, lease: number): Promise<Claim>;
  /** Extends the claim by `lease` milliseconds while the call is running. */
  renew(id: string, claim: string, lease: number): Promise<void>;
  /** Stores the first answer to a call, and returns the stored one. */
  keep(id: string, answer: GivenAnswer): Promise<GivenAnswer>;
  /**
   * Releases the claim of a failed call; the next request starts anew. No effect once another request has claimed or
   * answered it.
   */
  release(id: string, claim: string): Promise<void>;
  forgetBefore(moment: Date): Promise<void>;
}
