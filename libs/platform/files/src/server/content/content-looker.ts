import type { FileKind } from '../../accepted-kinds.ts';
import type { FileErrorCode } from '../../file-errors.ts';
import { Parser, parserEntry, type ParserLimits } from '../parsing/index.ts';

/** Input of the content process: a local file. */
export interface LookedAt {
  readonly path: string;
  readonly kind: FileKind;
}

/**
 * Limits for inspecting one file. At most 8 MB are read (an archive's directory), which takes well under a second;
 * thirty seconds allow for a stalled disk.
 */
export const CONTENT_LIMITS: ParserLimits = { seconds: 30, heapMegabytes: 128, outputMegabytes: 1, items: 0 };

/** Detects file contents by their bytes, in a process of their own. */
export class ContentLooker {
  private readonly parser = new Parser<LookedAt, never, FileErrorCode | null>({
    entry: parserEntry('content-process', import.meta.url),
    limits: CONTENT_LIMITS,
  });

  /**
   * Reason why a file may not be kept under its kind; null when it may.
   * @throws Refusal `parser_…` when a limit is exceeded
   */
  refusalOf(file: LookedAt): Promise<FileErrorCode | null> {
    return this.parser.run(file);
  }

  close(): Promise<void> {
    return this.parser.close();
  }
}
