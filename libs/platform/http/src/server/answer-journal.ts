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

/** Answers of one process: for tests, and for whoever has no database. */
export class MemoryAnswerJournal implements AnswerJournal {
  private readonly entries = new Map<
    string,
    { readonly hash: string; claim: string; until: number; answer: GivenAnswer | null; at: number }
  >();

  constructor(private readonly now: () => number = Date.now) {}

  async claim(id: string, requestHash: string, lease: number): Promise<Claim> {
    const entry = this.entries.get(id);
    if (entry && entry.hash !== requestHash) return { kind: 'reused' };
    if (entry?.answer) return { kind: 'answered', answer: entry.answer };
    if (entry && entry.until > this.now()) return { kind: 'busy' };
    const claim = crypto.randomUUID();
    const until = this.now() + lease;
    this.entries.set(id, { hash: requestHash, claim, until, answer: null, at: until });
    return { kind: 'mine', claim };
  }

  async renew(id: string, claim: string, lease: number): Promise<void> {
    const entry = this.entries.get(id);
    if (entry?.claim === claim) entry.until = this.now() + lease;
  }

  async keep(id: string, answer: GivenAnswer): Promise<GivenAnswer> {
    const entry = this.entries.get(id);
    if (!entry) return answer;
    entry.answer ??= answer;
    entry.at = this.now();
    return entry.answer;
  }

  async release(id: string, claim: string): Promise<void> {
    const entry = this.entries.get(id);
    if (entry?.claim === claim && !entry.answer) this.entries.delete(id);
  }

  async forgetBefore(moment: Date): Promise<void> {
    for (const [id, { at }] of this.entries) if (at < moment.getTime()) this.entries.delete(id);
  }
}
