/** Closes resources in reverse order of opening; a step that fails or hangs does not block the others. */
export class ClosingStack {
  private readonly steps: { readonly name: string; readonly close: () => Promise<void> | void }[] = [];
  private closing: Promise<void> | null = null;

  constructor(
    private readonly onFault: (step: string, error: unknown) => void,
    private readonly patienceMs = 10_000,
  ) {}

  add(name: string, close: () => Promise<void> | void): void {
    this.steps.push({ name, close });
  }

  /** Closes everything once; later calls return the same promise. */
  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async closeAll(): Promise<void> {
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not closed in ${this.patienceMs} ms`)), this.patienceMs);
      });
      try {
        await Promise.race([Promise.resolve().then(step.close), late]);
      } catch (error) {
        this.onFault(step.name, error);
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
