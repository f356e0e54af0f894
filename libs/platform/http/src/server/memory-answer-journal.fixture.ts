import type { AnswerJournal, Claim, GivenAnswer } from './answer-journal.ts';

/** Answer journal in memory, with the test's own clock. */
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
