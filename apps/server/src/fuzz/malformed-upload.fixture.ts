import { auditId, itemId } from '@cotejo/audits-contracts';
import { ATTACHMENT_UPLOADS, writeAttachmentTarget } from '@cotejo/worksheets-contracts';
import type { Chance } from './chance.fixture.ts';
import { spoiledBytes } from './hostile-value.fixture.ts';
import type { MalformedRequest } from './malformed-request.fixture.ts';

const NAMES = [
  'a.pdf',
  'a.txt',
  'a.png',
  'a.exe',
  'a.html',
  'a.svg',
  'a.pdf.exe',
  '../../etc/passwd',
  '..',
  '.pdf',
  'a\0.pdf',
  '\u202Efdp.exe',
  '__proto__',
  '=cmd|calc!A1.csv',
  'x'.repeat(1_100),
] as const;
const LENGTHS = [
  '10',
  '0',
  '-1',
  '1e9',
  '10737418240',
  '9'.repeat(40),
  'NaN',
  '',
  ' 10',
  '0x10',
  '10, 10',
] as const;
const OFFSETS = ['0', '0', '5', '10', '-1', '1e1', '9'.repeat(30), '', '0, 0', 'NaN'] as const;
const CONTENTS = ['%PDF-1.7\n', '<html><script>', 'MZ\x90\0', '#!/bin/sh\n', 'PK\x03\x04', 'hola'] as const;
const METHODS = ['POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS', 'PUT', 'GET'] as const;

export interface UploadPlaces {
  readonly audit: string;
  /** A worksheet that accepts files. */
  readonly understanding: string;
  readonly ids: readonly string[];
  readonly tokens: readonly (string | null)[];
  /** Paths of accepted uploads. */
  readonly begun: readonly string[];
}

/** A request to the upload endpoint; some are valid, so that there are uploads to continue. */
export function malformedUpload(places: UploadPlaces, chance: Chance): MalformedRequest {
  const { ids, tokens, begun } = places;
  const method = chance.often(0.8)
    ? chance.pick(['POST', 'PATCH', 'PATCH', 'HEAD', 'DELETE'])
    : chance.pick(METHODS);
  const token = chance.pick(tokens);
  const headers: Record<string, string> = {
    ...(token !== null && { authorization: `Token ${token}` }),
    ...(chance.often(0.95) && {
      'tus-resumable': chance.often(0.95) ? '1.0.0' : chance.pick(['0.2.2', '', 'x']),
    }),
    ...(chance.often(0.1) && oddHeader(chance)),
  };
  if (method === 'POST') {
    headers['upload-length'] = chance.often(0.6) ? '10' : chance.pick(LENGTHS);
    headers['upload-metadata'] = metadataOf(places, chance);
    return { method, path: ATTACHMENT_UPLOADS, headers, body: null };
  }
  if (method === 'PATCH') {
    headers['upload-offset'] = chance.pick(OFFSETS);
    headers['content-type'] = chance.often(0.9) ? 'application/offset+octet-stream' : 'text/html';
  }
  const place = chance.often(0.8) && begun.length > 0 ? chance.pick(begun) : placeOf(ids, chance);
  const body = method === 'PATCH' ? contentOf(chance) : null;
  return { method, path: `${ATTACHMENT_UPLOADS}/${place}`, headers, body };
}

const placeOf = (ids: readonly string[], chance: Chance): string =>
  chance.pick([chance.pick(ids), '..%2f..%2fetc%2fpasswd', '%2e%2e', 'x.json', '%00', 'x'.repeat(2_000), '']);

function contentOf(chance: Chance): Buffer {
  const text = chance.pick(CONTENTS);
  const bytes = chance.often(0.5)
    ? Buffer.from(text.padEnd(10), 'latin1').subarray(0, 10)
    : Buffer.from(text);
  return chance.often(0.3) ? spoiledBytes(text, chance) : bytes;
}

const encoded = (text: string): string => Buffer.from(text).toString('base64');

function metadataOf({ audit, understanding, ids }: UploadPlaces, chance: Chance): string {
  const item = itemId.parse(chance.often(0.6) ? understanding : chance.pick(ids));
  const honest = writeAttachmentTarget({ audit: auditId.parse(audit), item, field: null });
  const target = chance.often(0.6)
    ? honest
    : chance.pick([
        spoiledBytes(honest, chance).toString('latin1'),
        '{}',
        '[]',
        'null',
        '['.repeat(2_000),
        honest.replace('null', '"__proto__"'),
        honest.replace('null', '"evidence"'),
      ]);
  const told = `filename ${encoded(chance.often(0.6) ? 'a.pdf' : chance.pick(NAMES))},target ${encoded(target)}`;
  if (chance.often(0.9)) return told;
  return chance.pick([
    '',
    ',,,',
    'filename ###',
    told.split(',')[0] ?? '',
    `${told},${told}`,
    'x'.repeat(9_000),
  ]);
}

function oddHeader(chance: Chance): Record<string, string> {
  return chance.pick<Record<string, string>>([
    { 'upload-concat': 'final;/x /y' },
    { 'upload-concat': 'nonsense' },
    { 'upload-defer-length': '1' },
    { 'upload-checksum': 'sha1 nonsense' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-forwarded-proto': 'https, http' },
    { 'x-forwarded-host': 'elsewhere' },
    { 'tus-version': '7' },
    { 'content-encoding': 'gzip' },
    { origin: 'https://elsewhere.example' },
    { expect: '100-continue' },
  ]);
}
