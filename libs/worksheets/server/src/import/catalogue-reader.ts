import { stat } from 'node:fs/promises';
import { catalogueTooLarge, MAX_CATALOGUE_BYTES } from '@cotejo/audits-contracts';
import { Parser, parserEntry, type ParserLimits } from '@cotejo/files/parsing';
import { MOST_IMPORTED_ITEMS } from '@cotejo/worksheets-contracts';
import type { Programme, ProgrammeRow } from '@cotejo/worksheets-domain';

/** Megabytes of a programme's texts: equal to the limit of its file. */
const OUTPUT_MEGABYTES = 32;
/** Megabytes of heap: the largest file within the other limits takes half of it. */
const HEAP_MEGABYTES = 384;
/** Seconds; the largest file within the other limits takes four on a core of its own. */
const SECONDS = 30;
/** Catalogues queued on a node. */
const MOST_WAITING_CATALOGUES = 8;

/** Limits of parsing one catalogue; the limit of items is configured. */
export const CATALOGUE_LIMITS: Omit<ParserLimits, 'items'> = {
  seconds: SECONDS,
  heapMegabytes: HEAP_MEGABYTES,
  outputMegabytes: OUTPUT_MEGABYTES,
};

/** Facts about a catalogue beside its rows. */
export interface CatalogueFacts extends Pick<Programme, 'title' | 'version' | 'key' | 'counts'> {
  /** SHA-256 of the file, in hex. */
  readonly sha256: string;
}

export interface ReadCatalogue extends CatalogueFacts {
  readonly rows: readonly ProgrammeRow[];
}

/** Parses catalogues in processes of their own. */
export class CatalogueReader {
  private readonly parser: Parser<string, ProgrammeRow, CatalogueFacts>;

  /** @param items maximum number of groups and controls in a catalogue */
  constructor(items = MOST_IMPORTED_ITEMS) {
    this.parser = new Parser({
      entry: parserEntry('catalogue-process', import.meta.url),
      limits: { ...CATALOGUE_LIMITS, items },
      waiting: MOST_WAITING_CATALOGUES,
    });
  }

  /**
   * Parses and fully validates the OSCAL file at a path.
   * @throws Refusal `catalogue_…` with the location of the fault, `parser_…` for an exceeded limit
   */
  async read(file: string): Promise<ReadCatalogue> {
    if ((await stat(file)).size > MAX_CATALOGUE_BYTES) throw catalogueTooLarge();
    const rows: ProgrammeRow[] = [];
    const facts = await this.parser.run(file, { take: (part) => rows.push(...part) });
    return { ...facts, rows };
  }

  close(): Promise<void> {
    return this.parser.close();
  }
}
