import type { BackupProgress, Manifest } from '@cotejo/backup';
import { progressLine } from '../../terminal/progress-line.ts';
import { table } from '../../terminal/table.ts';
import { words, type WordKey } from '../../terminal/words.ts';

const MEGABYTE = 1_000_000;
const SHOW_EVERY_MS = 100;

export const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);

/** Prints progress at a readable rate; `seconds` and `rate` give the final speed. */
export class Course {
  private readonly line;
  private readonly start = performance.now();
  private shown = 0;

  constructor(
    private readonly doing: 'backup.writing' | 'backup.checking' | 'backup.restoring',
    say: (line: string) => void,
  ) {
    this.line = progressLine(process.stdout, say);
  }

  readonly onProgress = ({ part, bytes }: BackupProgress): void => {
    const now = performance.now();
    if (now - this.shown < SHOW_EVERY_MS) return;
    this.shown = now;
    this.line.show(words(this.doing, { part: words(`backup_parts.${part}`), megabytes: megabytes(bytes) }));
  };

  end(): void {
    this.line.end();
  }

  /** `contentBytes` is counted before compression. */
  speed(contentBytes: number): { readonly seconds: string; readonly rate: string } {
    const seconds = (performance.now() - this.start) / 1_000;
    return { seconds: seconds.toFixed(1), rate: megabytes(contentBytes / seconds) };
  }
}

const COUNTS: readonly (readonly [WordKey, (manifest: Manifest) => number])[] = [
  ['backup_counts.events', ({ log }) => log.events],
  ['backup_counts.streams', ({ log }) => log.streams],
  ['backup_counts.rows', ({ tables }) => tables.reduce((sum, { rows }) => sum + rows, 0)],
  ['backup_counts.files', ({ files }) => files.count],
];

export const countsTable = (manifest: Manifest): string =>
  table([
    [words('backup.what'), words('backup.how_many')],
    ...COUNTS.map(([label, count]) => [words(label), String(count(manifest))]),
  ]);
