/** Milliseconds for which an answer that nobody asked for yet is new enough. */
const FRESH_MS = 10_000;

interface Kept {
  readonly token: string | null;
  readonly answer: Promise<Response | null>;
  readonly late: ReturnType<typeof setTimeout>;
}

/**
 * Answers to calls that were sent before anybody asked. Each is given out once, to whom it was asked for; one that
 * failed is none, and what nobody asks for in time is let go.
 */
export class AnswersAhead {
  private readonly kept = new Map<string, Kept>();

  keep(url: string, token: string | null, asked: Promise<Response>): void {
    const answer = asked.catch(() => null);
    const late = setTimeout(() => this.forget(url), FRESH_MS);
    this.forget(url);
    this.kept.set(url, { token, answer, late });
  }

  /** Null where the call has to be made. */
  async take(url: string, token: string | null): Promise<Response | null> {
    const found = this.kept.get(url);
    if (found?.token !== token) {
      this.forget(url);
      return null;
    }
    clearTimeout(found.late);
    this.kept.delete(url);
    return found.answer;
  }

  private forget(url: string): void {
    const found = this.kept.get(url);
    if (!found) return;
    clearTimeout(found.late);
    this.kept.delete(url);
    void found.answer.then((response) => response?.body?.cancel());
  }
}
