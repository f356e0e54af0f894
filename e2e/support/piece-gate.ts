import type { BrowserContext } from 'playwright-core';

const UPLOADS = '**/api/adjuntos/**';

/** Stands in the way of a file's pieces: some go through, the others wait in front of it, however long it takes. */
export class PieceGate {
  private readonly waiting = new Set<() => void>();

  private constructor(
    private readonly context: BrowserContext,
    private left: number,
  ) {}

  /** Lets so many pieces through at first. */
  static async before(context: BrowserContext, pieces: number): Promise<PieceGate> {
    const gate = new PieceGate(context, pieces);
    await context.route(UPLOADS, async (route) => {
      if (route.request().method() === 'PATCH') await gate.pass();
      // The page may have broken it off.
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
