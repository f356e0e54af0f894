import { setTimeout as delay } from 'node:timers/promises';
import type { Principal } from '@cotejo/access-contracts';
import { auditErrors, auditStream, MOST_EXPORTED, type ChangeLogProof } from '@cotejo/audits-contracts';
import type { DocumentFormat } from '@cotejo/documents';
import { writeDocument, type DocumentRow } from '@cotejo/documents/server';
import type { EventStore } from '@cotejo/event-store';
import { Refusal } from '@cotejo/http/contracts';
import type { Asker, WorkLimiter } from '@cotejo/http/shares';
import type { Language, TranslationBundle } from '@cotejo/i18n';
import { toChangeRow } from '../wire/change-mapping.ts';
import { People } from '../wire/people.ts';
import type { ReadServices } from '../read/read-plan.ts';
import type { AuditListEntry } from '../read-models/reads/list-audits.ts';
import {
  countChanges,
  readChangesBetween,
  type WantedChanges,
} from '../read-models/reads/read-change-log.ts';
import { readItemLabel } from '../read-models/reads/read-item-label.ts';
import { LogWriter } from './log-document.ts';

/** Changes that are read in one go. */
const PART = 500;
/** Changes that are put into words in one go. */
const AT_ONCE = 20;

export interface ExportServices extends ReadServices {
  readonly store: EventStore;
  readonly clock: () => Date;
  /** Texts of every context whose changes logs hold. */
  readonly words: readonly TranslationBundle[];
  /** Documents that this node writes at once. */
  readonly documents: WorkLimiter;
}

export interface LogFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly proof: ChangeLogProof;
}

export interface LogRequest {
  readonly principal: Principal;
  readonly record: AuditListEntry;
  readonly format: DocumentFormat;
  readonly wanted: WantedChanges;
  readonly language: Language;
  readonly asker: Asker;
}

/**
 * The change log of a record as a file, oldest first, up to what lists show of it: with the chain's link at that
 * version, by which `verify` finds the very same history.
 * @throws Refusal `log_too_long` with details {most, changes}; as `WorkLimiter.take`
 */
export function exportLog(services: ExportServices, request: LogRequest): Promise<LogFile> {
  return services.documents.take(() => write(services, request), request.asker);
}

async function write(services: ExportServices, request: LogRequest): Promise<LogFile> {
  const { db, directory, clock, words } = services;
  const { principal, record, format, wanted, language, asker } = request;
  const { accountId } = principal;
  const version = record.lastChange?.version ?? record.version;
  const count = await countChanges(db, accountId, record.id, version, wanted);
  const most = MOST_EXPORTED[format];
  if (count > most) {
    const params = { most, changes: count };
    throw new Refusal(auditErrors, 'log_too_long', { params, details: params });
  }
  const link = await linkAt(services.store, record, version);
  const people = new People(directory, accountId);
  const writer = new LogWriter(language, directory.timeZone(accountId), words);
  const nameOf = (id: string): string => people.nameOf(id) ?? id;
  const label = wanted.item && (await readItemLabel(db, accountId, record.id, wanted.item.id));
  const head = writer.head(format, {
    code: record.code,
    name: record.name,
    version,
    link,
    count,
    madeBy: nameOf(principal.userId),
    madeAt: clock().toISOString(),
    people: wanted.actors?.map(nameOf) ?? null,
    types: wanted.types,
    item: wanted.item && { name: label ?? wanted.item.id, withBranch: wanted.item.withBranch },
    since: wanted.since,
    until: wanted.until,
  });
  const parts = partsOf(services, request, version, writer);
  const bytes = await writeDocument(head, parts, asker.signal);
  const proof = { auditoria: record.id, version, cadena: link, cambios: count };
  return { name: writer.fileName(record.code, format), bytes, proof };
}

async function* partsOf(
  { db, directory }: ReadServices,
  { principal: { accountId }, record, wanted }: LogRequest,
  upTo: number,
  writer: LogWriter,
): AsyncGenerator<readonly DocumentRow[]> {
  const people = new People(directory, accountId);
  for (let after = -1; ;) {
    const range = { after, upTo, limit: PART };
    const changes = await readChangesBetween(db, accountId, record.id, range, wanted);
    for (let first = 0; first < changes.length; first += AT_ONCE) {
      const some = changes.slice(first, first + AT_ONCE);
      const began = performance.now();
      const cells = some.map((change) => writer.cells(toChangeRow(change, people)));
      const took = performance.now() - began;
      yield cells;
      // Putting changes into words takes longer than reading them: three quarters of the time are left to others.
      await delay(3 * took);
    }
    if (changes.length < PART) return;
    after = changes.at(-1)?.version ?? upTo;
  }
}

/** @throws Error for a version that the log does not have */
async function linkAt(store: EventStore, { id }: AuditListEntry, version: number): Promise<string> {
  const at = BigInt(version);
  for await (const { link } of store.read(auditStream(id), { from: at, to: at })) return link;
  throw new Error(`audit ${id} has no version ${version}`);
}
