/** What a call answered: the whole body, envelope included. */
export interface GivenAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * How a call that may be repeated stands: `mine` to carry out (under a claim), `answered` before, `busy` with
 * whoever carries it out, or `reused`, for the key named another request before.
 */
export type Claim =
  | { readonly kind: 'mine'; readonly claim: string }
  | { readonly kind: 'answered'; readonly answer: GivenAnswer }
  | { readonly kind: 'busy' }
  | { readonly kind: 'reused' };

/** Remembers answers for all nodes, over restarts. */
export interface AnswerJournal {
  /**
   * Claims a call for `lease` milliseconds. A claim that ran out is given to whoever asks next for the same
   * request: its process may be gone, or only slow, so what a call does must be safe to do twice.
   */
  claim(id: string, requestHash: string, lease: number): Promise<Claim>;
  /** Whoever has the claim still works on it, and has it for `lease` milliseconds more. */
  renew(id: string, claim: string, lease: number): Promise<void>;
  /** Keeps the first answer that anybody gave to a call, and gives that one back. */
  keep(id: string, answer: GivenAnswer): Promise<GivenAnswer>;
  /** The call came to nothing: the next one begins anew. Harmless once another has claimed or answered it. */
  release(id: string, claim: string): Promise<void>;
  forgetBefore(moment: Date): Promise<void>;
}
