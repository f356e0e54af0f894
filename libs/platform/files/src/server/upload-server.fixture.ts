import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { APP_ROLE, withConnection } from '@cotejo/database';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { ErrorTexts } from '@cotejo/http/server';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import pg from 'pg';
import { filesTranslations } from '../protocol.ts';
import { fileMigrations, grantFileTables } from './create-file-tables.ts';
import { DiskFileStore } from './disk-file-store.ts';
import type { FileStore } from './file-store.ts';
import type { FinishedUpload } from './finish-upload.ts';
import { stageOnDisk, type Staging } from './staging.ts';
import { StoredFiles } from './stored-files.ts';
import { Uploads, type UploadsOptions } from './uploads.ts';

export const ana = {
  account: '00000000-0000-4000-8000-00000000000a',
  user: '00000000-0000-4000-8000-0000000000a1',
};
export const luis = { ...ana, user: '00000000-0000-4000-8000-0000000000a2' };
export const eva = { account: '00000000-0000-4000-8000-00000000000b', user: ana.user };
const people = { ana, luis, eva };
export type Person = keyof typeof people;
const isPerson = (name: string): name is Person => Object.hasOwn(people, name);

export const hashOf = (file: Buffer): string => createHash('sha256').update(file).digest('hex');

/** An empty database with the tables of files. */
export async function filesDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  await withConnection(database.ownerUrl, async (client) => {
    for (const Migration of fileMigrations) await new Migration().up(client);
    await grantFileTables(client, APP_ROLE);
  });
  return database;
}

export interface ServerOptions {
  readonly databaseUrl: string;
  /** Kept when the server stops. */
  readonly folder: string;
  readonly places?: { readonly store: FileStore; readonly staging: Staging };
  readonly limits?: UploadsOptions['limits'];
  readonly quota?: () => number | null;
  readonly finished?: (upload: FinishedUpload) => Promise<unknown>;
  readonly authorize?: (target: string) => void;
  readonly now?: () => Date;
  readonly port?: number;
}

/** A server that takes uploads, wired as in the product; it can be stopped and restarted. */
export class UploadServer {
  private constructor(
    readonly uploads: Uploads,
    readonly files: StoredFiles,
    readonly store: FileStore,
    readonly taken: readonly FinishedUpload[],
    readonly pool: pg.Pool,
    private readonly http: Server,
  ) {}

  static async start(options: ServerOptions): Promise<UploadServer> {
    const database = new pg.Pool({ connectionString: options.databaseUrl, max: 8 });
    const { store, staging } = options.places ?? {
      store: new DiskFileStore(join(options.folder, 'files')),
      staging: await stageOnDisk(join(options.folder, 'uploads')),
    };
    const now = options.now ?? (() => new Date());
    const files = new StoredFiles({ database, store, now });
    const taken: FinishedUpload[] = [];
    const uploads = new Uploads({
      path: '/api/uploads',
      database,
      store,
      files,
      staging,
      identify: async (request) => {
        const name = request.headers.authorization ?? '';
        if (!isPerson(name)) throw new Refusal(httpErrors, 'not_authenticated');
        return people[name];
      },
      authorize: async (_, target) => options.authorize?.(target),
      quota: async () => options.quota?.() ?? null,
      finished: async (upload) => {
        const answer = (await options.finished?.(upload)) ?? { attachment: upload.id };
        taken.push(upload);
        return answer;
      },
      ...(options.limits && { limits: options.limits }),
      texts: new ErrorTexts().add(filesTranslations.namespace, filesTranslations),
      now,
      log: { warn: () => undefined },
    });
    await uploads.start();
    const http = createServer((request, response) => void uploads.handle(request, response));
    await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', resolve));
    return new UploadServer(uploads, files, store, taken, database, http);
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}/api/uploads`;
  }

  /** Abrupt, like a crashed process: open connections are cut. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.http.close(resolve));
    this.http.closeAllConnections();
    await closed;
    await this.uploads.stop();
    await this.pool.end();
  }

  /** Empties the tables, for the next test. */
  async forgetAll(): Promise<void> {
    await this.pool.query(
      'delete from vault.upload; delete from vault.file_use; delete from vault.stored_file',
    );
  }

  async request(
    who: Person | 'nobody',
    method: string,
    place = '',
    headers: Readonly<Record<string, string>> = {},
    body: Buffer | null = null,
  ): Promise<{ status: number; headers: Headers; body: string; code: string | null }> {
    const response = await fetch(place.startsWith('http') ? place : this.endpoint + place, {
      method,
      headers: { authorization: who, 'tus-resumable': '1.0.0', ...headers },
      ...(body !== null && { body: new Uint8Array(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text, code: codeOf(text) };
  }

  begin(who: Person | 'nobody', name: string, bytes: number | string, target = 'item-1') {
    return this.request(who, 'POST', '', {
      'upload-length': String(bytes),
      'upload-metadata': metadataOf({ filename: name, target }),
    });
  }

  /** Starts an upload and returns its path. */
  async begun(who: Person, name: string, bytes: number): Promise<string> {
    const { status, headers, body } = await this.begin(who, name, bytes);
    if (status !== 201) throw new Error(`not begun: ${status} ${body}`);
    return `/${(headers.get('location') ?? '').split('/').at(-1)}`;
  }

  patch(who: Person, place: string, offset: number, body: Buffer) {
    return this.request(who, 'PATCH', place, patchHeaders(offset), body);
  }

  async send(who: Person, name: string, file: Buffer) {
    return this.patch(who, await this.begun(who, name, file.length), 0, file);
  }
}

export const patchHeaders = (offset: number) => ({
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});

export const metadataOf = (metadata: Readonly<Record<string, string>>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

function codeOf(text: string): string | null {
  const read: unknown = text.startsWith('{') ? JSON.parse(text) : null;
  return typeof read === 'object' && read !== null && 'code' in read ? String(read.code) : null;
}

/** A request body without a known length. `duplex` is specific to Node and missing in the browser's types. */
export const streamed = (body: ReadableStream): RequestInit & { readonly duplex: 'half' } => ({
  body,
  duplex: 'half',
});
