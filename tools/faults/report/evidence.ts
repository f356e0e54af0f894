import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';

/** Chronological record of a run, one JSON object per line, for diagnosing a violation. */
export class Evidence {
  private readonly stream: WriteStream;
  private readonly began = performance.now();

  constructor(folder: string) {
    this.stream = createWriteStream(join(folder, 'history.ndjson'));
  }

  note(what: string, facts: object = {}): void {
    const ms = Math.round((performance.now() - this.began) * 10) / 10;
    const line = JSON.stringify({ ms, what, ...facts }, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    this.stream.write(`${line}\n`);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.stream.end(resolve));
  }
}
