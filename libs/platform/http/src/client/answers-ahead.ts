/** Milliseconds for which a prefetched answer may be used. */
const FRESH_MS = 10_000;

interface Kept {
  readonly token: string | null;
  readonly answer: Promise<Response | null>;
  readonly late: ReturnType<typeof setTimeout>;
}

/**
 * Prefetched answers. Each is used once, and only with the token of its request; failed answers count as missing,
 * unused ones expire.
 */
export class AnswersAhead {
  private readonly kept = new Map<string, Kept>();

  keep(url: string, token: string | null, asked: Promise<Response>): void {
    const answer = asked.catch(() => null);
    const late = setTimeout(() => this.forget(url), FRESH_MS);
    this.forget(url);
    this.kept.set(url, { token, answer, late });
  }

  /** Null when there is no usable answer. */
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
