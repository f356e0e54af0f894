import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Place } from './s3-file-store.ts';

interface Kept {
  readonly body: Buffer;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Subset of S3 that the product uses; like S3, it rejects unsigned requests and damaged content. */
export class S3Server {
  readonly objects = new Map<string, Kept>();
  readonly requests: string[] = [];
  private readonly parts = new Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>();

  private constructor(private readonly http: Server) {}

  static async start(): Promise<S3Server> {
    const http = createServer();
    const server = new S3Server(http);
    http.on('request', (request: IncomingMessage, response: ServerResponse) => {
      server
        .serve(request, response)
        .catch((error: unknown) => fail(response, 500, 'InternalError', String(error)));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get place(): S3Place {
    return {
      bucket: 'evidence',
      endpoint: `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
      pathStyle: true,
    };
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://s3');
    const key = decodeURIComponent(url.pathname.replace('/evidence', '').replace(/^\//, ''));
    this.requests.push(`${request.method} ${key}${url.search}`);
    const body = bodyOf(request, await buffer(request));
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) {
      return fail(response, 403, 'AccessDenied');
    }
    if (!url.pathname.startsWith('/evidence')) return fail(response, 404, 'NoSuchBucket');
    if (isDamaged(request, body)) return fail(response, 400, 'BadDigest');
    const upload = url.searchParams.get('uploadId');
    if (upload !== null || url.searchParams.has('uploads')) {
      return this.serveParts(request, response, key, url.searchParams, body);
    }
    if (request.method === 'POST' && url.searchParams.has('delete')) return this.removeMany(response, body);
    if (key === '') return this.list(response, url.searchParams);
    if (request.method === 'PUT') {
      this.objects.set(key, { body, metadata: metadataOf(request) });
      response.writeHead(200, { ETag: etagOf(body) }).end();
      return;
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    this.give(request, response, key);
  }

  private give(request: IncomingMessage, response: ServerResponse, key: string): void {
    const kept = this.objects.get(key);
    if (!kept) return fail(response, 404, 'NoSuchKey');
    const { body, metadata } = kept;
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = first === undefined ? body : body.subarray(Number(first), Number(last) + 1);
    response.writeHead(first === undefined ? 200 : 206, {
      ...metadata,
      ETag: etagOf(body),
      'Content-Length': part.length,
      ...(first !== undefined && { 'Content-Range': `bytes ${first}-${last}/${body.length}` }),
    });
    response.end(request.method === 'HEAD' ? undefined : part);
  }

  private serveParts(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    query: URLSearchParams,
    body: Buffer,
  ): void {
    const id = query.get('uploadId') ?? '';
    if (query.has('uploads')) {
      const made = randomUUID();
      this.parts.set(made, { key, parts: new Map() });
      return xml(response, 'InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${made}</UploadId>`);
    }
    const upload = this.parts.get(id);
    if (upload?.key !== key) return fail(response, 404, 'NoSuchUpload');
    if (request.method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      response.writeHead(200, { ETag: etagOf(body) }).end();
      return;
    }
    const parts = [...upload.parts].sort(([a], [b]) => a - b);
    if (request.method === 'GET') {
      const told = parts.map(
        ([number, part]) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(part)}</ETag><Size>${part.length}</Size></Part>`,
      );
      return xml(response, 'ListPartsResult', `${told.join('')}<IsTruncated>false</IsTruncated>`);
    }
    this.parts.delete(id);
    if (request.method === 'DELETE') {
      response.writeHead(204).end();
      return;
    }
    this.objects.set(key, { body: Buffer.concat(parts.map(([, part]) => part)), metadata: {} });
    xml(response, 'CompleteMultipartUploadResult', `<Key>${key}</Key>`);
  }

  private removeMany(response: ServerResponse, body: Buffer): void {
    const keys = [...body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
    for (const key of keys) this.objects.delete(key);
    xml(response, 'DeleteResult', keys.map((key) => `<Deleted><Key>${key}</Key></Deleted>`).join(''));
  }

  /** Returns two keys per page, so that clients must paginate. */
  private list(response: ServerResponse, query: URLSearchParams): void {
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort();
    const page = keys.slice(0, 2);
    const told = page.map((key) => {
      const size = this.objects.get(key)?.body.length ?? 0;
      const at = new Date().toISOString();
      return `<Contents><Key>${key}</Key><Size>${size}</Size><LastModified>${at}</LastModified></Contents>`;
    });
    const next = keys.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const truncated = `<IsTruncated>${keys.length > 2}</IsTruncated>`;
    xml(response, 'ListBucketResult', truncated + next + told.join(''));
  }
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

function isDamaged({ headers }: IncomingMessage, body: Buffer): boolean {
  const told = headers['x-amz-checksum-sha256'];
  return told !== undefined && told !== createHash('sha256').update(body).digest('base64');
}

const metadataOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('x-amz-meta-') && typeof value === 'string' ? [[name, value]] : [],
    ),
  );

/** Removes the framing of a signed stream (`aws-chunked`). */
function bodyOf({ headers }: IncomingMessage, raw: Buffer): Buffer {
  if (!headers['content-encoding']?.includes('aws-chunked')) return raw;
  const pieces: Buffer[] = [];
  for (let at = 0; at < raw.length;) {
    const line = raw.indexOf('\r\n', at);
    const length = Number.parseInt(raw.toString('latin1', at, line), 16);
    if (!(length > 0)) break;
    pieces.push(raw.subarray(line + 2, line + 2 + length));
    at = line + 2 + length + 2;
  }
  return Buffer.concat(pieces);
}

function xml(response: ServerResponse, root: string, inner: string): void {
  response.writeHead(200, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><${root}>${inner}</${root}>`);
}

function fail(response: ServerResponse, status: number, code: string, message = code): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}
