import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Metadata, Server } from '@tus/server';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { ErrorTexts } from '@cotejo/http/server';
import type { Pool } from 'pg';
import { kindOfName } from '../accepted-kinds.ts';
import { fileErrors, type FileErrorCode } from '../file-errors.ts';
import { cleanFileName, isWellFormed } from '../file-name.ts';
import {
  MOST_FILE_BYTES,
  EMPTY_UPLOAD_MINUTES,
  MOST_METADATA_CHARACTERS,
  MOST_OPEN_UPLOADS,
  MOST_RESERVED_BYTES_EACH,
  RESERVED_STEP_BYTES,
  UPLOAD_HOURS,
  uploadMetadata,
  type UploadMetadata,
} from '../protocol.ts';
import { AnswerUploads } from './answer-uploads.ts';
import { ContentLooker } from './content/content-looker.ts';
import type { FileStore } from './file-store.ts';
import { FinishUpload, keptRefusalOf, type TakeOver } from './finish-upload.ts';
import { meterWrites, type AllowBytes } from './meter-writes.ts';
import type { Staging } from './staging.ts';
import type { StoredFiles } from './stored-files.ts';
import { SweepUploads } from './sweep-uploads.ts';
import { unshared } from './unshared-answer.ts';
import { UploadLocks } from './upload-locks.ts';
import {
  UploadRows,
  type NoRoom,
  type Reservation,
  type UploadBounds,
  type Uploader,
  type UploadRow,
} from './upload-rows.ts';

export interface UploadsOptions {
  /** Mount path, e.g. `/api/uploads`. */
  readonly path: string;
  readonly database: Pool;
  readonly store: FileStore;
  readonly files: StoredFiles;
  readonly staging: Staging;
  /** Authenticates a request. @throws Refusal when not signed in */
  readonly identify: (request: IncomingMessage) => Promise<Uploader>;
  /** Whether the caller may upload to a target: checked with every request. @throws Refusal */
  readonly authorize: (caller: Uploader, target: string, request: IncomingMessage) => Promise<void>;
  /** Bytes that an account may store; null = no limit. */
  readonly quota: (account: string) => Promise<number | null>;
  readonly finished: TakeOver;
  readonly limits?: {
    /** Maximum bytes of one file. */
    readonly file?: number;
    /** Unfinished uploads per user. */
    readonly open?: number;
    /** Bytes that uploads of one user may reserve in total. */
    readonly reserved?: number;
    /** Bytes that an upload reserves ahead of the received ones. */
    readonly step?: number;
    /** Milliseconds that a request waits for another one of the same upload. */
    readonly waitMs?: number;
  };
  readonly texts: ErrorTexts;
  readonly now: () => Date;
  readonly log: { warn(facts: object, message: string): void };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const METHODS = ['OPTIONS', 'POST', 'HEAD', 'PATCH', 'DELETE'];
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const TUS_VERSION = '1.0.0';
const LENGTH = /^(0|[1-9]\d{0,15})$/;

/** Endpoint of tus 1.0.0. An upload belongs to the user who began it; for others it does not exist. */
export class Uploads {
  private readonly rows: UploadRows;
  private readonly locks: UploadLocks;
  private readonly finisher: FinishUpload;
  private readonly answers: AnswerUploads;
  private readonly sweeper: SweepUploads;
  private readonly tus: Server;
  private readonly looker = new ContentLooker();
  /** Upload of the current request, for callbacks from tus. */
  private readonly current = new AsyncLocalStorage<UploadRow>();
  private isStopping = false;

  constructor(private readonly options: UploadsOptions) {
    const { database, staging, store, finished, texts, log, now, limits } = options;
    this.rows = new UploadRows(database, now);
    const locks = new UploadLocks(database, limits?.waitMs);
    this.locks = locks;
    const { looker } = this;
    this.finisher = new FinishUpload({ rows: this.rows, locks, staging, store, looker, finished });
    this.answers = new AnswerUploads(texts, log);
    this.sweeper = new SweepUploads({ ...options, rows: this.rows, locks, finisher: this.finisher });
    this.tus = new Server({
      path: options.path,
      datastore: meterWrites(staging.dataStore, () => this.allowance()),
      locker: locks,
      // Uploads from other origins are not allowed.
      allowedOrigins: [],
      namingFunction: () => staging.nameOf(this.inHand().id),
      getFileIdFromRequest: () => staging.nameOf(this.inHand().id),
      generateUrl: () => `${options.path}/${this.inHand().id}`,
      // Names stay in the database, not in the staging area.
      onUploadCreate: () => Promise.resolve({ metadata: {} }),
      onUploadFinish: async (request) => ({
        status_code: request.method === 'POST' ? 201 : 200,
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: this.answers.bodyOf(await this.finisher.finish(this.inHand().id)),
      }),
      // Refusals are answered in one place, with their own headers.
      onResponseError: (_, error) => {
        throw error instanceof Error ? error : Object.assign(new Error(error.body), error);
      },
    });
  }

  /** Path of the requests that it handles; single uploads lie below it. */
  get path(): string {
    return this.options.path;
  }

  /** Finishes uploads interrupted by the last stop, and starts the periodic sweep. */
  start(): Promise<void> {
    return this.sweeper.start();
  }

  /** Refuses new requests. Chunks being received are cut off and kept that far; uploads being finished complete. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.sweeper.stop();
    await this.locks.clear();
    await this.looker.close();
  }

  /** Removes expired uploads and unreferenced content. */
  sweep(): Promise<void> {
    return this.sweeper.sweep();
  }

  /** Bytes that count against an account's quota: stored content and unfinished uploads. */
  usage(account: string): Promise<number> {
    return this.rows.bytesOf(account);
  }

  /** Reserved bytes of unfinished uploads by user; largest first. */
  reservations(account: string): Promise<readonly Reservation[]> {
    return this.rows.reservations(account);
  }

  /** Request handler; mount it at `path`, before any body parser. Always responds; never throws. */
  readonly handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await this.serve(request, unshared(response));
    } catch (error) {
      this.answers.refuse(request, response, error);
    }
  };

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request;
    if (!METHODS.includes(method)) throw new Refusal(httpErrors, 'method_not_allowed');
    if (this.isStopping) throw new Refusal(httpErrors, 'unavailable');
    if (method === 'OPTIONS') return this.tus.handle(request, response);
    const caller = await this.options.identify(request);
    refuseOtherProtocol(request);
    if (method === 'POST') return this.begin(caller, request, response);
    const upload = await this.ownUpload(caller, request);
    await this.options.authorize(caller, upload.target, request);
    await this.goOn(upload, request, response);
  }

  private async begin(caller: Uploader, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { limits, authorize, now } = this.options;
    const metadata = metadataOf(request);
    await authorize(caller, metadata.target, request);
    const bytes = this.lengthOf(request, limits?.file ?? MOST_FILE_BYTES);
    const name = cleanFileName(metadata.filename);
    if (name === null) throw refusal('file_name_invalid');
    const kind = kindOfName(name);
    if (kind === null) throw refusal('file_type_refused');
    const id = randomUUID();
    const bounds = await this.bounds(caller.account);
    const begun = await this.rows.begin(
      { id, ...caller, target: metadata.target, name, kind, bytes },
      {
        ...bounds,
        open: limits?.open ?? MOST_OPEN_UPLOADS,
        expiresAt: new Date(now().getTime() + EMPTY_UPLOAD_MINUTES * MINUTE_MS),
      },
    );
    if (begun === 'too_many_uploads') throw refusal(begun);
    if (begun !== 'begun') throw refusalOfRoom(begun, bounds);
    const row = await this.rows.find(id);
    if (row === null) throw refusal('upload_not_found');
    let isTaken = false;
    try {
      await this.current.run(row, () => this.tus.handle(request, response));
      isTaken = response.statusCode < 400;
    } finally {
      // Its reservation is released at once, unless its refusal is recorded.
      const upload = isTaken ? null : await this.rows.find(id);
      if (upload?.state === 'open') await this.forget(upload);
    }
  }

  private async goOn(upload: UploadRow, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isWhole = upload.state !== 'open';
    const { method } = request;
    if (method === 'HEAD' && isWhole) return this.answers.whole(response, upload.bytes);
    // All bytes are there: the client requests the answer, perhaps again.
    if (method === 'PATCH' && (isWhole || request.headers['upload-offset'] === String(upload.bytes))) {
      if (request.headers['upload-offset'] !== String(upload.bytes)) throw refusal('upload_offset_conflict');
      if (Number(request.headers['content-length'] ?? 0) > 0) throw refusal('upload_too_long');
      return this.answers.finished(response, upload.bytes, await this.finisher.finish(upload.id));
    }
    // The stored file belongs to its new owner by now.
    if (method === 'DELETE' && isWhole) throw refusal('upload_not_found');
    if (method === 'DELETE') {
      await this.forget(upload);
      this.answers.gone(response);
      return;
    }
    try {
      await this.current.run(upload, () => this.tus.handle(request, response));
    } catch (error) {
      // An upload refused for lack of space: its bytes are removed at once.
      if ((await this.rows.find(upload.id))?.state === 'refused')
        await this.options.staging.remove(upload.id);
      throw error;
    }
  }

  private async forget(upload: UploadRow): Promise<void> {
    // The row is removed first, so that no request can continue the upload.
    await this.locks.hold(upload.id, () => this.rows.remove(upload));
    await this.options.staging.remove(upload.id);
  }

  /** @throws Refusal `upload_not_found`, for uploads of other users too */
  private async ownUpload(caller: Uploader, request: IncomingMessage): Promise<UploadRow> {
    const id = (request.url ?? '').split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
    const upload = UUID.test(id) ? await this.rows.find(id) : null;
    const isTheirs = upload?.account === caller.account && upload.user === caller.user;
    if (upload === null || !isTheirs) throw refusal('upload_not_found');
    return upload;
  }

  private lengthOf(request: IncomingMessage, most: number): number {
    const told = request.headers['upload-length'];
    if (typeof told !== 'string' || !LENGTH.test(told)) throw refusal('upload_length_invalid');
    if (Number(told) === 0) throw refusal('file_empty');
    if (Number(told) > most) throw refusal('file_too_large', { megabytes: Math.floor(most / 1024 / 1024) });
    return Number(told);
  }

  /** Limits writes of the current request to what the quota allows, in steps. */
  private allowance(): AllowBytes {
    const upload = this.inHand();
    const keptUntil = new Date(upload.createdAt.getTime() + UPLOAD_HOURS * HOUR_MS);
    let isEmpty = upload.expiresAt < keptUntil;
    let { reserved } = upload;
    return async (upTo) => {
      if (isEmpty) await this.rows.keepUntil(upload.id, keptUntil);
      isEmpty = false;
      if (upTo <= reserved) return;
      const bounds = await this.bounds(upload.account);
      const why = (code: NoRoom): Refusal => refusalOfRoom(code, bounds);
      const grown = await this.rows.grow(upload, upTo, bounds, (code) => keptRefusalOf(why(code)));
      if (typeof grown === 'string') throw why(grown);
      reserved = grown;
    };
  }

  private async bounds(account: string): Promise<UploadBounds> {
    const { limits, quota } = this.options;
    // At least one file of the maximum size must fit, whatever is configured.
    const reservedEach = limits?.reserved ?? Math.max(MOST_RESERVED_BYTES_EACH, limits?.file ?? 0);
    return { quota: await quota(account), reservedEach, step: limits?.step ?? RESERVED_STEP_BYTES };
  }

  private inHand(): UploadRow {
    const upload = this.current.getStore();
    if (upload === undefined) throw new Error('tus asks for an upload outside of a request');
    return upload;
  }
}

const refusal = (code: FileErrorCode, params?: Readonly<Record<string, number>>): Refusal =>
  new Refusal(fileErrors, code, params ? { params } : {});

const refusalOfRoom = (code: NoRoom, { reservedEach }: UploadBounds): Refusal =>
  refusal(
    code,
    code === 'uploads_too_large' ? { megabytes: Math.floor(reservedEach / 1024 / 1024) } : undefined,
  );

/** Headers removed from requests: of other methods, of unsupported extensions, or of proxies. */
const UNSPOKEN = ['upload-concat', 'tus-version', 'x-forwarded-proto'];
const OF_THE_FIRST = ['upload-length', 'upload-defer-length', 'upload-metadata'];

/**
 * Refuses in our own format what tus would refuse in its own, and removes headers that tus should not see.
 * @throws Refusal `upload_protocol_unknown`, `invalid_request`
 */
function refuseOtherProtocol(request: IncomingMessage): void {
  const { method, headers, rawHeaders } = request;
  if (headers['tus-resumable'] !== TUS_VERSION) throw refusal('upload_protocol_unknown');
  const untold = method === 'POST' ? UNSPOKEN : [...UNSPOKEN, ...OF_THE_FIRST];
  for (const name of untold) delete headers[name];
  // Flat names and values; tus reads these.
  const isTold = (index: number): boolean => !untold.includes((rawHeaders[index] ?? '').toLowerCase());
  request.rawHeaders = rawHeaders.filter((_, index) => isTold(index - (index % 2)));
  if (headers['upload-defer-length'] !== undefined) throw refusal('upload_length_invalid');
  if (method !== 'PATCH') return;
  const offset = headers['upload-offset'];
  const isPiece = headers['content-type'] === 'application/offset+octet-stream';
  if (!isPiece || typeof offset !== 'string' || !LENGTH.test(offset))
    throw new Refusal(httpErrors, 'invalid_request');
}

/** @throws Refusal `upload_metadata_invalid` */
function metadataOf(request: IncomingMessage): UploadMetadata {
  const told = request.headers['upload-metadata'];
  if (typeof told !== 'string' || told.length > MOST_METADATA_CHARACTERS) {
    throw refusal('upload_metadata_invalid');
  }
  const read = uploadMetadata.safeParse(parseMetadata(told));
  if (!read.success) throw refusal('upload_metadata_invalid');
  // PostgreSQL text can't contain these.
  if (!isWellFormed(read.data.target) || read.data.target.includes('\0')) {
    throw refusal('upload_metadata_invalid');
  }
  return read.data;
}

function parseMetadata(told: string): unknown {
  try {
    return Metadata.parse(told);
  } catch {
    return null;
  }
}
