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
  /** Where it is mounted, e.g. `/api/uploads`. */
  readonly path: string;
  readonly database: Pool;
  readonly store: FileStore;
  readonly files: StoredFiles;
  readonly staging: Staging;
  /** Who asks. @throws Refusal for nobody that is known */
  readonly identify: (request: IncomingMessage) => Promise<Uploader>;
  /** Whether they may put a file there: asked at the beginning and with every request. @throws Refusal */
  readonly authorize: (caller: Uploader, target: string, request: IncomingMessage) => Promise<void>;
  /** Bytes that an account may keep; null = no limit. */
  readonly quota: (account: string) => Promise<number | null>;
  readonly finished: TakeOver;
  readonly limits?: {
    /** Bytes of one file. */
    readonly file?: number;
    /** Uploads of one person under way. */
    readonly open?: number;
    /** Bytes that uploads of one person reserve together. */
    readonly reserved?: number;
    /** Bytes that an upload reserves ahead of those that came. */
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

/** The endpoint of tus 1.0.0. An upload belongs to who began it: to everybody else it does not exist. */
export class Uploads {
  private readonly rows: UploadRows;
  private readonly locks: UploadLocks;
  private readonly finisher: FinishUpload;
  private readonly answers: AnswerUploads;
  private readonly sweeper: SweepUploads;
  private readonly tus: Server;
  private readonly looker = new ContentLooker();
  /** Upload of the request under way, for what tus asks back about it. */
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
      // No page of another site has anything to do here.
      allowedOrigins: [],
      namingFunction: () => staging.nameOf(this.inHand().id),
      getFileIdFromRequest: () => staging.nameOf(this.inHand().id),
      generateUrl: () => `${options.path}/${this.inHand().id}`,
      // What it is called stays in the database.
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

  /** Goes on with what was being finished when the server stopped, and sweeps from now on. */
  start(): Promise<void> {
    return this.sweeper.start();
  }

  /**
   * Takes nothing any more. Pieces that are coming end where they are, and are kept that far; what is being
   * finished is finished.
   */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.sweeper.stop();
    await this.locks.clear();
    await this.looker.close();
  }

  /** Forgets what nobody finished in time, and removes what nobody holds. */
  sweep(): Promise<void> {
    return this.sweeper.sweep();
  }

  /** Bytes that count against an account: what it keeps and what is on its way. */
  usage(account: string): Promise<number> {
    return this.rows.bytesOf(account);
  }

  /** What uploads under way hold of an account's quota, by person; the most first. */
  reservations(account: string): Promise<readonly Reservation[]> {
    return this.rows.reservations(account);
  }

  /** Mount it at `path`, before anything reads bodies. Answers whatever comes; never throws. */
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
      // What it took of the quota is given back at once, unless its end is written down.
      const upload = isTaken ? null : await this.rows.find(id);
      if (upload?.state === 'open') await this.forget(upload);
    }
  }

  private async goOn(upload: UploadRow, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isWhole = upload.state !== 'open';
    const { method } = request;
    if (method === 'HEAD' && isWhole) return this.answers.whole(response, upload.bytes);
    // All pieces are there: the sender wants the answer, perhaps once more.
    if (method === 'PATCH' && (isWhole || request.headers['upload-offset'] === String(upload.bytes))) {
      if (request.headers['upload-offset'] !== String(upload.bytes)) throw refusal('upload_offset_conflict');
      if (Number(request.headers['content-length'] ?? 0) > 0) throw refusal('upload_too_long');
      return this.answers.finished(response, upload.bytes, await this.finisher.finish(upload.id));
    }
    // What it became belongs to whoever took it over.
    if (method === 'DELETE' && isWhole) throw refusal('upload_not_found');
    if (method === 'DELETE') {
      await this.forget(upload);
      this.answers.gone(response);
      return;
    }
    try {
      await this.current.run(upload, () => this.tus.handle(request, response));
    } catch (error) {
      // One that found no room has ended: what came of it goes at once.
      if ((await this.rows.find(upload.id))?.state === 'refused')
        await this.options.staging.remove(upload.id);
      throw error;
    }
  }

  private async forget(upload: UploadRow): Promise<void> {
    // Its row first: then no request can go on with what is removed next.
    await this.locks.hold(upload.id, () => this.rows.remove(upload));
    await this.options.staging.remove(upload.id);
  }

  /** @throws Refusal `upload_not_found`, for uploads of others too */
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

  /** What the request under way may write, in steps that the quota has room for. */
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
    // The largest file that is taken must fit, whatever is configured.
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

/** Headers that say nothing here: of other requests, of extensions that are not spoken, or of what stands before us. */
const UNSPOKEN = ['upload-concat', 'tus-version', 'x-forwarded-proto'];
const OF_THE_FIRST = ['upload-length', 'upload-defer-length', 'upload-metadata'];

/**
 * What tus itself would refuse in words of its own is refused in ours, and what it need not know it is not told.
 * @throws Refusal `upload_protocol_unknown`, `invalid_request`
 */
function refuseOtherProtocol(request: IncomingMessage): void {
  const { method, headers, rawHeaders } = request;
  if (headers['tus-resumable'] !== TUS_VERSION) throw refusal('upload_protocol_unknown');
  const untold = method === 'POST' ? UNSPOKEN : [...UNSPOKEN, ...OF_THE_FIRST];
  for (const name of untold) delete headers[name];
  // Names and values in turn; it is these that tus reads.
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
  // No text of the database holds these.
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
