import { progressLine } from '../../terminal/progress-line.ts';
import { words } from '../../terminal/words.ts';

const SHOW_EVERY_MS = 100;

/** Prints how many events were processed, at a readable rate, and the final speed. */
export class Course {
  private readonly line;
  private readonly start = performance.now();
  private shown = 0;
  private events = 0;

  constructor(
    private readonly doing: 'log.verifying' | 'log.exporting' | 'log.importing',
    say: (line: string) => void,
    output: NodeJS.WriteStream = process.stdout,
  ) {
    this.line = progressLine(output, output.isTTY ? say : () => undefined);
  }

  readonly onProgress = (events: number): void => {
    this.events = events;
    const now = performance.now();
    if (now - this.shown < SHOW_EVERY_MS) return;
    this.shown = now;
    this.line.show(words(this.doing, { events }));
  };

  end(): void {
    this.line.end();
  }

  figures(events = this.events): {
    readonly events: number;
    readonly seconds: string;
    readonly rate: number;
  } {
    const seconds = (performance.now() - this.start) / 1_000;
    return { events, seconds: seconds.toFixed(1), rate: Math.round(events / seconds) };
  }
}
