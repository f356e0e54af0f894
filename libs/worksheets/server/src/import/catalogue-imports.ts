import type { Principal } from '@cotejo/access-contracts';
import { auditErrors, type BegunImport, type ImportAnswer } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { dayIn } from '@cotejo/i18n';
import type { ReadCatalogue } from './catalogue-reader.ts';
import { discardImport } from './discard-import.ts';
import { fillAudit, type ImportWatch } from './fill-audit.ts';
import type { ImportServices } from './import-services.ts';

/** A catalogue to be imported as an audit. */
export interface CatalogueImport extends ImportWatch {
  readonly principal: Principal;
  /** Path of an OSCAL catalogue or resolved profile as JSON in UTF-8; read before `begin` resolves. */
  readonly file: string;
  /** Name of the audit. */
  readonly name: string;
  /** Import even if the account has this catalogue already. */
  readonly confirmed: boolean;
  /** The caller's `Idempotency-Key`. */
  readonly key?: string | undefined;
}

export interface StartedImport {
  readonly answer: ImportAnswer;
  /** Resolves once the whole programme is readable; rejects with the cause after everything was taken back. */
  readonly done: Promise<void>;
}

/** Milliseconds without progress after which an import counts as abandoned by a dead process. */
const LEFT_BEHIND = 60_000;
const SWEEP_EVERY = 60_000;
/** Milliseconds that running imports get to finish at shutdown. */
const LAST_CALL = 5_000;
/** Milliseconds that a finished import waits for its rows. */
const READABLE_WITHIN = 5_000;

/** Concurrent imports of one user on a node: parsed catalogues wait in memory until written. */
export const MOST_IMPORTS_EACH = 2;

/** Imports of catalogues on this node, and removal of abandoned imports of any node. */
export class CatalogueImports {
  private readonly running = new Set<Promise<unknown>>();
  /** Running imports by account and user. */
  private readonly underWay = new Map<string, number>();
  private readonly stopping = new AbortController();
  private sweeper: NodeJS.Timeout | null = null;

  constructor(private readonly services: ImportServices) {}

  /** Starts the periodic sweep of abandoned imports; waits for the first one. */
  async start(): Promise<void> {
    this.sweeper = setInterval(() => void this.sweep(), SWEEP_EVERY);
    this.sweeper.unref();
    await this.sweep();
  }

  /** Waits for running imports up to the time limit, then aborts them. */
  async stop(): Promise<void> {
    if (this.sweeper) clearInterval(this.sweeper);
    const lastCall = setTimeout(() => this.stopping.abort(), LAST_CALL);
    await Promise.allSettled(this.running);
    clearTimeout(lastCall);
    await this.services.reader.close();
  }

  /**
   * Parses the whole file, creates the audit, and continues to fill it. A faulty file writes nothing; a later
   * failure takes everything back.
   * @throws Refusal `catalogue_…`, `parser_…`, `too_many_imports`, `forbidden`, `leader_not_found` (the
   * importer may not lead)
   */
  async begin(request: CatalogueImport): Promise<StartedImport> {
    const leave = this.enter(request.principal);
    try {
      const started = await this.readAndBegin(request);
      void started.done.catch(() => undefined).then(leave);
      return started;
    } catch (error) {
      leave();
      throw error;
    }
  }
  /** Discards abandoned imports. */
  async sweep(): Promise<void> {
    const { audits, clock, log } = this.services;
    try {
      for (const stalled of await audits.stalledImports(new Date(clock().getTime() - LEFT_BEHIND))) {
        await discardImport(this.services, stalled);
        log.warn({ audit: stalled.audit, operation: stalled.operation }, 'a stalled import was discarded');
      }
    } catch (err) {
      log.error({ err }, 'stalled imports could not be discarded');
    }
  }

  private async readAndBegin(request: CatalogueImport): Promise<StartedImport> {
    const { principal, file, name, confirmed, key } = request;
    const { audits, clock, directory, reader } = this.services;
    // An imported audit runs from today to the end of the year, in the account's time zone.
    const startDate = dayIn(directory.timeZone(principal.accountId), clock());
    const catalogue = await reader.read(file);
    const begun = await audits.beginImport({
      principal,
      name,
      startDate,
      endDate: `${startDate.slice(0, 4)}-12-31`,
      source: { kind: 'oscal', key: catalogue.key, title: catalogue.title, version: catalogue.version },
      content: catalogue.sha256,
      key,
      confirmed,
    });
    const done = begun.created ? this.run(begun, catalogue, request) : Promise.resolve();
    await audits.readable(begun.audit, begun.version);
    return {
      answer: {
        auditoria: begun.audit,
        operacion: begun.operation,
        titulo: catalogue.title,
        counts: catalogue.counts,
      },
      done,
    };
  }

  /**
   * Counts a running import of the user. @returns the function that ends the count
   * @throws Refusal `too_many_imports`
   */
  private enter({ accountId, userId }: Principal): () => void {
    const person = `${accountId}/${userId}`;
    const before = this.underWay.get(person) ?? 0;
    if (before >= MOST_IMPORTS_EACH) {
      throw new Refusal(auditErrors, 'too_many_imports', { params: { most: MOST_IMPORTS_EACH } });
    }
    this.underWay.set(person, before + 1);
    return () => {
      const left = (this.underWay.get(person) ?? 1) - 1;
      if (left > 0) this.underWay.set(person, left);
      else this.underWay.delete(person);
    };
  }

  private run(begun: BegunImport, catalogue: ReadCatalogue, request: CatalogueImport): Promise<void> {
    const done = this.fill(begun, catalogue, request);
    const settled = done.catch((err: unknown) => {
      this.services.log.error({ err, audit: begun.audit }, 'an import was given up');
    });
    this.running.add(settled);
    void settled.then(() => this.running.delete(settled));
    return done;
  }

  private async fill(
    begun: BegunImport,
    { rows }: ReadCatalogue,
    { principal, signal, onProgress }: CatalogueImport,
  ): Promise<void> {
    const { audits } = this.services;
    const signals = signal ? [signal, this.stopping.signal] : [this.stopping.signal];
    // Detached from the session: the import continues after signing out.
    const author: Principal = { ...principal, sessionId: null };
    try {
      const watch = { signal: AbortSignal.any(signals), onProgress };
      const version = await fillAudit(audits, author, begun, rows, watch);
      await audits.readable(begun.audit, version, READABLE_WITHIN);
    } catch (error) {
      await this.takeBack(begun, principal);
      throw error;
    }
  }

  /** If the removal fails now, the sweep of any node repeats it. */
  private async takeBack({ audit, operation }: BegunImport, principal: Principal): Promise<void> {
    const { accountId, userId } = principal;
    try {
      await discardImport(this.services, { audit, operation, account: accountId, by: userId });
    } catch (err) {
      this.services.log.warn({ err, audit }, 'an import that failed is not discarded yet');
    }
  }
}
