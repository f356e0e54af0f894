/** Milliseconds for which an answer that nobody asked for yet is new enough. */
const FRESH_MS = 10_000;

/** Answers to calls that were sent before anybody asked. Each is given out once; one that failed is none. */
export class AnswersAhead {
  private readonly kept = new Map<
    string,
    { readonly answer: Promise<Response | null>; readonly since: number }
  >();

  constructor(private readonly now: () => number = () => performance.now()) {}

  keep(url: string, asked: Promise<Response>): void {
    this.kept.set(url, { answer: asked.catch(() => null), since: this.now() });
  }

  /** Null where the call has to be made. */
  async take(url: string): Promise<Response | null> {
    const found = this.kept.get(url);
    this.kept.delete(url);
    if (!found || this.now() - found.since > FRESH_MS) return null;
    return found.answer;
  }
}
