import { randomUUID } from 'node:crypto';
import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, SealedText } from '@cotejo/audits-contracts';
import type { NewEvent } from '@cotejo/event-store';
import { createMemoryEventStore } from '@cotejo/event-store/memory';
import { ProjectionRunner, rebuildProjection } from '@cotejo/projections';
import { PATIENCE_MS } from '@cotejo/testing';
import { TextVault } from './texts/text-vault.ts';
import { worksheetDatabase, type WorksheetDatabase } from './worksheet-database.fixture.ts';
import { worksheetsProjector } from './worksheets-projector.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** An event of an audit, optionally with schema version, author, time and operation. */
export interface EventToProject {
  readonly type: string;
  readonly data: object;
  readonly schemaVersion?: number;
  readonly by?: string;
  readonly at?: string;
  readonly operation?: string;
}

const SOME_DAY = '2026-03-02T15:00:00.000Z';

/** An in-memory log and the resulting rows of worksheets, for one account. */
export class ProjectedLog {
  readonly account = randomUUID() as AccountId;
  readonly store = createMemoryEventStore();
  readonly vault: TextVault;
  readonly runner: ProjectionRunner;

  private constructor(
    readonly base: WorksheetDatabase,
    private readonly writer: string,
  ) {
    this.vault = new TextVault(base.pool);
    const { store } = this;
    this.runner = new ProjectionRunner({
      store,
      pool: base.pool,
      projector: worksheetsProjector,
      log: silent,
      leastWaitMs: PATIENCE_MS,
    });
    this.runner.start();
  }

  /** `writer`: author of events without `by`. */
  static async open(writer: string = randomUUID()): Promise<ProjectedLog> {
    return new ProjectedLog(await worksheetDatabase(), writer);
  }

  async close(): Promise<void> {
    await this.runner.stop();
    await this.base.drop();
  }

  async seal(text: string): Promise<SealedText> {
    const [sealed] = await this.vault.seal(this.account, [text]);
    if (!sealed) throw new Error('not sealed');
    return sealed;
  }

  /** Appends in one batch to an audit with `before` events, and waits for its rows. */
  async write(audit: AuditId, told: readonly EventToProject[], before = 0): Promise<void> {
    const { account, writer } = this;
    const events = told.map(({ type, data, schemaVersion = 1, by = writer, at = SOME_DAY, operation }) => ({
      id: randomUUID(),
      type,
      schemaVersion,
      data: JSON.parse(JSON.stringify(data)) as NewEvent['data'],
      meta: { actor: by, at, account, ...(operation !== undefined && { operation }) },
    }));
    const expected = before === 0 ? ('no-stream' as const) : BigInt(before - 1);
    const stream = `audit-${audit}`;
    const { version } = await this.store.append({ stream, expected, events });
    if (!(await this.runner.waitFor(stream, version))) throw new Error('not projected');
  }

  /** Rebuilds the rows as the release with this version of the projection would. */
  async rebuild(version = worksheetsProjector.version): Promise<void> {
    const { options } = this.base.owner;
    if (!('url' in options) || options.url === undefined) throw new Error('the owner has an address');
    await rebuildProjection({
      store: this.store,
      pool: this.base.pool,
      ownerUrl: options.url,
      projector: { ...worksheetsProjector, version },
      log: silent,
      batch: 2,
    });
  }
}
