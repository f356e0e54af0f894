import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '@cotejo/http/contracts';
import { acceptedKinds, type FileKind } from '../accepted-kinds.ts';
import { fileErrors } from '../file-errors.ts';
import type { ByteRange, FileStore } from './file-store.ts';

export interface ServedFile {
  readonly account: string;
  readonly sha256: string;
  /** Original file name; never part of a path. */
  readonly name: string;
  readonly kind: FileKind;
  /** Whether the client wants it shown in the page; only kinds that may be shown are. */
  readonly inline: boolean;
}

/**
 * Content security policies: nothing in a file may run or load anything. Chromium refuses to show a PDF in a sandbox,
 * and its viewer is isolated, so PDFs get the rest of the policy only.
 */
const NOTHING = "default-src 'none'; frame-ancestors 'self'";
const SANDBOX = `sandbox; ${NOTHING}; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'`;
const PDF_VIEWER = `${NOTHING}; object-src 'self'; plugin-types application/pdf; style-src 'unsafe-inline'`;

/**
 * Sends a file, whole or one range of it; the caller has checked access. Supports GET and HEAD.
 * @throws Refusal `file_not_found`, `range_not_satisfiable`, before anything is sent
 */
export async function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  store: FileStore,
  file: ServedFile,
): Promise<void> {
  const { account, sha256 } = file;
  const bytes = await store.has(account, sha256);
  if (bytes === null) throw new Refusal(fileErrors, 'file_not_found');
  const etag = `"${sha256}"`;
  for (const [name, value] of Object.entries(headersOf(file, etag))) response.setHeader(name, value);
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  const range = request.method === 'GET' ? rangeOf(request, bytes, etag) : null;
  if (range === 'outside') {
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    response.setHeader('Content-Range', `bytes */${bytes}`);
    throw new Refusal(fileErrors, 'range_not_satisfiable');
  }
  const length = range === null ? bytes : range.last - range.first + 1;
  const headers = {
    'Content-Length': String(length),
    ...(range && { 'Content-Range': `bytes ${range.first}-${range.last}/${bytes}` }),
  };
  if (request.method === 'HEAD') {
    response.writeHead(200, headers).end();
    return;
  }
  const open = await store.open(account, sha256, range ?? undefined);
  if (open === null) throw new Refusal(fileErrors, 'file_not_found');
  response.writeHead(range === null ? 200 : 206, headers);
  try {
    await pipeline(open.stream, response);
  } catch {
    // The client disconnected, or the store failed midway; the client detects it by the missing bytes.
    response.destroy();
  }
}

function headersOf({ name, kind, inline }: ServedFile, etag: string): Readonly<Record<string, string>> {
  const { mediaType, inline: mayShow } = acceptedKinds[kind];
  const isShown = inline && mayShow;
  return {
    'Content-Type': mediaType,
    'Content-Disposition': contentDisposition(isShown ? 'inline' : 'attachment', name),
    'Accept-Ranges': 'bytes',
    ETag: etag,
    // Private to the user, and revalidated each time, because access may be revoked.
    'Cache-Control': 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': isShown && kind === 'pdf' ? PDF_VIEWER : SANDBOX,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
  };
}

/** RFC 6266: an ASCII name for old clients, the true one in UTF-8 (RFC 8187). */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  const encoded = encodeURIComponent(name.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function isKnown(header: string | undefined, etag: string): boolean {
  const told = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return told.includes(etag) || told.includes('*');
}

/** One range of RFC 9110; null for the whole file, also when the header has several ranges or is invalid. */
function rangeOf(request: IncomingMessage, bytes: number, etag: string): ByteRange | 'outside' | null {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) return null;
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.range ?? '');
  const [, from = '', to = ''] = found ?? [];
  if (from === '' && to === '') return null;
  if (from === '') return suffixOf(Number(to), bytes);
  const first = Number(from);
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= bytes ? 'outside' : { first, last };
}

const suffixOf = (length: number, bytes: number): ByteRange | 'outside' =>
  length === 0 ? 'outside' : { first: Math.max(0, bytes - length), last: bytes - 1 };
