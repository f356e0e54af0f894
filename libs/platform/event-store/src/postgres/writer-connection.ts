import { connect, refuseUnsafe, warnOfPower, type Connection, type EventStoreLog } from './connect.ts';
import type { GroupOutcome, GroupWriter } from './group-committer.ts';
import { APPEND_SQL, decodeAnswer, encodeGroup, type Group, type GroupAnswer } from './group.ts';

export interface WriterOptions {
  readonly connectionString: string;
  readonly connectMs: number;
  readonly attemptMs: number;
  readonly log?: EventStoreLog;
  /** Whether to warn the operator, once, when the application could rewrite the log. */
  readonly warnsOfPower: boolean;
}

/** A connection for writing; opened on demand, checked at each opening, reopened after a loss. */
export class WriterConnection implements GroupWriter {
  private opening: Promise<Connection> | undefined;
  private hasWarned: boolean;

  constructor(private readonly options: WriterOptions) {
    this.hasWarned = !options.warnsOfPower;
  }

  /** @throws errors of `pg`, or EventStoreError `fatal` from the checks */
  async open(): Promise<Connection> {
    const opening = (this.opening ??= this.connectAndCheck());
    try {
      const connection = await opening;
      if (!connection.isLost()) return connection;
    } catch (error) {
      if (this.opening === opening) this.opening = undefined;
      throw error;
    }
    if (this.opening === opening) this.opening = undefined;
    return this.open();
  }

  async write(group: Group): Promise<GroupOutcome> {
    const { client } = await this.open();
    const values = encodeGroup(group);
    const sent = performance.now();
    // Outside a transaction block, so the statement is its own transaction.
    const { rows } = await client.query<{ answer: GroupAnswer }>({
      name: 'es-append',
      text: APPEND_SQL,
      values,
    });
    const answer = rows[0]?.answer ?? { verdicts: null };
    const commitMs = performance.now() - sent - (answer.worked ?? 0);
    return { verdicts: decodeAnswer(group, answer), commitMs };
  }

  reset(): void {
    const opening = this.opening;
    this.opening = undefined;
    opening?.then((connection) => connection.drop()).catch(() => undefined);
  }

  /** Ends the connection; a later write opens another. */
  async close(): Promise<void> {
    const connection = await this.opening?.catch(() => undefined);
    this.opening = undefined;
    await connection?.end();
  }

  private async connectAndCheck(): Promise<Connection> {
    const { connectionString, connectMs, attemptMs, log } = this.options;
    const connection = await connect({
      connectionString,
      name: 'append',
      connectMs,
      queryMs: attemptMs,
      onLost: (error) => error && log?.warn({ error }, 'the appending connection was lost'),
    });
    try {
      await refuseUnsafe(connection.client);
      if (!this.hasWarned) await warnOfPower(connection.client, log);
      this.hasWarned = true;
      return connection;
    } catch (error) {
      connection.drop();
      throw error;
    }
  }
}
