import { auditOfStream } from '@cotejo/audits-contracts';
import { withConnection } from '@cotejo/database';
import type { Position, RecordedEvent } from '@cotejo/event-store';
import type { Client } from 'pg';
import { z } from 'zod';
import type { Cluster } from '../cluster/cluster.ts';
import { checkCreations, checkIntents, checkOrder, type CreatedAudit } from '../history/check-answers.ts';
import { checkEffects } from '../history/check-effects.ts';
import { checkSubscriber } from '../history/check-subscriber.ts';
import { checkReported } from '../history/connection-checker.ts';
import type { Ledger } from '../history/ledger.ts';
import { LogChecker } from '../history/log-checker.ts';
import { violation, type Violation } from '../history/violation.ts';
import type { Crowd } from '../workload/crowd.ts';
import type { LogSubscriber } from '../workload/log-subscriber.ts';
import type { WireTap } from '../workload/wire-tap.ts';
import type { AuditFolds } from './audit-folds.ts';
import { readHeads, readJournal, readLog } from './read-log.ts';
import type { ScratchModels } from './scratch-models.ts';

const auditCreated = z.object({
  audit: z.string(),
  profile: z.object({ name: z.string(), code: z.string() }),
});

export interface CheckParts {
  readonly cluster: Cluster;
  readonly crowd: Crowd;
  readonly ledger: Ledger;
  readonly tap: WireTap;
  readonly folds: AuditFolds;
  readonly scratch: ScratchModels;
}

export interface Checked {
  readonly violations: readonly Violation[];
  /** New events. */
  readonly events: number;
  /** Comparisons made. */
  readonly checks: number;
}

/** Checks everything new since the last call, while no client writes. */
export class RoundChecks {
  readonly log = new LogChecker();
  readonly created = new Map<string, CreatedAudit[]>();
  private last: Position | null = null;
  private checks = 0;

  constructor(private readonly parts: CheckParts) {}

  async check(): Promise<Checked> {
    this.checks = 0;
    return withConnection(this.parts.cluster.database.ownerUrl, async (client) => {
      const events: RecordedEvent[] = [];
      const found: Violation[] = [];
      for await (const page of readLog(client, this.last)) {
        events.push(...page);
        found.push(...(await this.log.take(page)));
        this.last = page.at(-1)?.position ?? this.last;
      }
      this.parts.folds.take(events);
      this.noteCreated(events);
      this.checks += events.length;
      found.push(...(await this.checkHeads(client, events)));
      found.push(...(await this.checkAnswers(client, events)));
      found.push(...this.checkRooms());
      found.push(...this.checkSubscribers(events));
      found.push(...(await this.checkModels(client, events)));
      return { violations: found, events: events.length, checks: this.checks };
    });
  }

  private async checkHeads(client: Client, events: readonly RecordedEvent[]): Promise<Violation[]> {
    const heads = await readHeads(client, [...new Set(events.map(({ stream }) => stream))]);
    this.checks += heads.size;
    return this.log.compareHeads(heads);
  }

  private async checkAnswers(client: Client, events: readonly RecordedEvent[]): Promise<Violation[]> {
    const { ledger, folds } = this.parts;
    const touched = ledger.takeTouched();
    const journal = await readJournal(
      client,
      touched.map(({ command }) => command),
    );
    const byCommand = new Map<string, RecordedEvent[]>();
    for (const event of events) {
      const command = event.meta.command ?? '';
      byCommand.set(command, [...(byCommand.get(command) ?? []), event]);
    }
    const stored = { log: this.log, journal };
    // Effects of commands written in an earlier round were checked then.
    const fresh = touched.filter(
      ({ command }) => byCommand.has(command) || this.log.writtenBy(command).length === 0,
    );
    this.checks += touched.length + fresh.length + ledger.allCreations.length;
    return [
      ...checkIntents(touched, stored),
      ...checkOrder(
        touched.filter(({ who }) => who.startsWith('editor')),
        stored,
      ),
      ...checkEffects(
        fresh,
        (command) => byCommand.get(command) ?? [],
        (stream) => folds.historyOf(stream),
      ),
      ...checkCreations(ledger.allCreations, this.created),
    ];
  }

  private checkRooms(): Violation[] {
    const { crowd, tap, folds } = this.parts;
    const found = tap.takeViolations();
    const told = tap.takeTold();
    found.push(...checkReported(told, (stream, version) => folds.linkAt(stream, version)));
    const compare = (who: string, stream: string, version: number, document: Uint8Array): void => {
      const expected = folds.documentOf(stream);
      const isSame = expected !== null && Buffer.compare(expected, document) === 0;
      if (isSame && version === folds.versionOf(stream)) return;
      const sizes = `${document.length} bytes at ${version}, the log makes ${expected?.length} at ${folds.versionOf(stream)}`;
      found.push(violation('document-differs', `${who} in ${stream}: ${sizes}`));
    };
    for (const [index, editor] of crowd.editors.entries()) {
      compare(editor.name, crowd.streamOf(index), editor.version, editor.document());
    }
    const documents = crowd.roamer.documents();
    for (const [way, version] of crowd.roamer.versions.entries()) {
      const document = documents[way];
      if (document) compare(`roamer/${way}`, crowd.streamOf(0), version, document);
    }
    this.checks += told.length + crowd.editors.length + documents.length;
    return found;
  }

  private checkSubscribers(events: readonly RecordedEvent[]): Violation[] {
    return this.parts.crowd.subscribers.flatMap((subscriber) => {
      const seen = subscriber.takeSeen();
      this.checks += seen.length;
      return checkSubscriber(
        subscriber.name,
        events.filter((event) => isFor(subscriber, event)),
        seen,
        true,
      );
    });
  }

  private async checkModels(client: Client, events: readonly RecordedEvent[]): Promise<Violation[]> {
    const { scratch } = this.parts;
    await scratch.apply(events);
    const audits = [...new Set(events.flatMap(({ stream }) => auditOfStream(stream) ?? []))];
    this.checks += audits.length;
    return [...(await scratch.compare(client, audits)), ...(await checkParked(client))];
  }

  private noteCreated(events: readonly RecordedEvent[]): void {
    for (const { type, data } of events) {
      if (type !== 'AuditCreated') continue;
      const { audit, profile } = auditCreated.parse(data);
      const known = this.created.get(profile.name);
      if (known) known.push({ audit, code: profile.code });
      else this.created.set(profile.name, [{ audit, code: profile.code }]);
    }
  }
}

/** No event of the workload is poison, so no stream may be parked for longer than a transient fault lasts. */
export async function checkParked(client: Client): Promise<Violation[]> {
  const { rows } = await client.query<{ projector: string; stream_id: string; error: string }>(
    'select projector, stream_id, error from es.parked',
  );
  return rows.map(({ projector, stream_id, error }) =>
    violation('stream-parked', `${projector} ${stream_id}: ${error.slice(0, 300)}`),
  );
}

function isFor({ filter }: LogSubscriber, { stream, type }: RecordedEvent): boolean {
  return (
    (filter?.streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true) &&
    (filter?.types?.includes(type) ?? true)
  );
}
