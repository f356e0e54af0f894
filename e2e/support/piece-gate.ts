import type { BrowserContext } from 'playwright-core';

const UPLOADS = '**/api/adjuntos/**';

/** Holds back chunks of uploads: a number of them pass, the others wait until the gate opens. */
export class PieceGate {
  private readonly waiting = new Set<() => void>();

  private constructor(
    private readonly context: BrowserContext,
    private left: number,
  ) {}

  /** `pieces`: number of chunks that pass initially. */
  static async before(context: BrowserContext, pieces: number): Promise<PieceGate> {
    const gate = new PieceGate(context, pieces);
    await context.route(UPLOADS, async (route) => {
      if (route.request().method() === 'PATCH') await gate.pass();
      // The page may have aborted the request.
      await route.continue().catch(() => undefined);
    });
    return gate;
  }

  open(pieces = Infinity): void {
    this.left = pieces;
    for (const look of this.waiting) look();
  }

  shut(): void {
    this.left = 0;
  }

  async remove(): Promise<void> {
    this.open();
    await this.context.unrouteAll({ behavior: 'ignoreErrors' });
  }

  private async pass(): Promise<void> {
    while (this.left <= 0)
      await new Promise<void>((resolve) => {
        const look = () => {
          this.waiting.delete(look);
          resolve();
        };
        this.waiting.add(look);
      });
    this.left--;
  }
}
