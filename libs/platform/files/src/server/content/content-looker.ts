import type { FileKind } from '../../accepted-kinds.ts';
import type { FileErrorCode } from '../../file-errors.ts';
import { Parser, parserEntry, type ParserLimits } from '../parsing/index.ts';

/** What the thread is asked about: a file on this machine. */
export interface LookedAt {
  readonly path: string;
  readonly kind: FileKind;
}

/**
 * Limits of looking at one file: at most 8 MB of it are read (the directory of an archive), which takes far less than
 * a second; thirty are for a disk that stands still.
 */
export const CONTENT_LIMITS: ParserLimits = { seconds: 30, heapMegabytes: 128, outputMegabytes: 1, items: 0 };

/** Says what files are by their bytes, away from the main thread. */
export class ContentLooker {
  private readonly parser = new Parser<LookedAt, never, FileErrorCode | null>({
    entry: parserEntry('content-thread', import.meta.url),
    limits: CONTENT_LIMITS,
  });

  /**
   * Why a file may not be kept under its kind; null when it may.
   * @throws Refusal `parser_…` for a limit that is met
   */
  refusalOf(file: LookedAt): Promise<FileErrorCode | null> {
    return this.parser.run(file);
  }

  close(): Promise<void> {
    return this.parser.close();
  }
}
