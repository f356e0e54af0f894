import { gzipSync } from 'node:zlib';
import type { CallRoute } from '@cotejo/http/server';
import type { Chance } from './chance.fixture.ts';
import { hostileValue, spoiled, spoiledBytes, written } from './hostile-value.fixture.ts';
import { sampleOf } from './sample-of-shape.fixture.ts';

export interface MalformedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

const PATHS = [
  '/api/%',
  '/api/%00',
  '/api/users/%c0%ae%c0%ae/',
  '/api/users/%ff/',
  '/api//users//',
  '/api/../../etc/passwd',
  '/api/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/api/__proto__/constructor/',
  '/api/users/@me/../@me/',
  '/api/USERS/',
  `/api/${'a/'.repeat(800)}`,
  `/api/${'%41'.repeat(1_500)}`,
  '/api;jsessionid=1/users/',
  '/api/users?',
  '/rooms/audit/x',
  '/socket.io/?EIO=9&transport=nothing',
  '/socket.io/?EIO=4&transport=polling&sid=nobody',
  '/metrics',
  '/docs-json',
  '/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
] as const;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND', 'SEARCH'] as const;
const TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'image/png',
  'json',
  ';;;',
] as const;

/** A request to one of the calls, or to none, with one or more defects. */
export function malformedRequest(
  routes: readonly CallRoute[],
  tokens: readonly (string | null)[],
  ids: readonly string[],
  chance: Chance,
): MalformedRequest {
  const route = chance.pick(routes);
  const headers: Record<string, string> = {};
  const token = chance.pick(tokens);
  if (token !== null) headers['authorization'] = `Token ${token}`;
  if (chance.often(0.05)) headers['authorization'] = oddToken(chance, token);
  if (chance.often(0.1)) Object.assign(headers, oddHeader(chance));

  const method = chance.often(0.05) ? chance.pick(METHODS) : route.method;
  const path = chance.often(0.04) ? chance.pick(PATHS) : pathTo(route, ids, chance);
  const query = chance.often(0.5) ? queryOf(route, ids, chance) : '';
  const schema = route.call.body ?? route.call.describedBody;
  const isBodied = schema !== undefined || method === 'POST' || method === 'PUT' || chance.often(0.05);
  const body = isBodied && method !== 'HEAD' ? bodyOf(schema, ids, headers, chance) : null;
  return { method, path: `${path}${query}`, headers, body };
}

function pathTo({ path }: CallRoute, ids: readonly string[], chance: Chance): string {
  const filled = path.replace(/:\w+/g, () =>
    chance.often(0.7)
      ? chance.pick(ids)
      : chance.pick([
          'x',
          '%00',
          '%ff',
          '@me',
          '-1',
          'null',
          '%F0%9F%99%82',
          'a'.repeat(2_000),
          '%2f',
          '__proto__',
        ]),
  );
  return `${path.startsWith('/health') ? '' : '/api'}${filled}${chance.often(0.9) ? '/' : ''}`;
}

function queryOf({ call: { query } }: CallRoute, ids: readonly string[], chance: Chance): string {
  const sample = query === undefined ? {} : sampleOf(query, chance, ids);
  const pairs = Object.entries(typeof sample === 'object' && sample !== null ? sample : {}).map(
    ([key, value]) => `${key}=${encodeURIComponent(String(value))}`,
  );
  const odd = [
    ...pairs,
    pairs[0] ?? 'q',
    '%=%',
    'a[]=1&a[__proto__][x]=1',
    '__proto__=1&constructor=2',
    `q=${'x'.repeat(3_000)}`,
    'version=%00',
    'appVersion=2&appVersion=3',
    `${chance.pick(['from', 'to', 'antes', 'limite', 'ano', 'version', 'at', 'motivo'])}=${chance.pick(['-1', '1e999', 'NaN', '99999999999999999999', '%F0%9F', '', '0x10'])}`,
  ];
  return `?${Array.from({ length: chance.below(4) + 1 }, () => chance.pick(odd)).join('&')}`;
}

function bodyOf(
  schema: unknown,
  ids: readonly string[],
  headers: Record<string, string>,
  chance: Chance,
): Buffer {
  headers['content-type'] = chance.often(0.06) ? chance.pick(TYPES) : 'application/json';
  const sample = schema === undefined ? {} : sampleOf(schema, chance, ids);
  const value = chance.often(0.1) ? hostileValue(chance) : spoiled(sample, chance);
  const text = written(value);
  const bytes = chance.often(0.12) ? spoiledBytes(text, chance) : Buffer.from(text);
  if (!chance.often(0.06)) return bytes;
  const encoding = chance.pick(['gzip', 'deflate', 'br', 'zstd', 'nonsense', 'gzip, gzip', 'identity']);
  headers['content-encoding'] = encoding;
  const packed = gzipSync(bytes);
  return chance.pick([bytes, packed, packed.subarray(0, packed.length / 2), gzipSync(Buffer.alloc(400_000))]);
}

function oddToken(chance: Chance, token: string | null): string {
  return chance.pick([
    'Token',
    'Token ',
    'Bearer x',
    'Token NO_TOKEN',
    `Token ${'x'.repeat(4_000)}`,
    'Token a b c',
    `Token ${token ?? 'x'}x`,
    `token ${token ?? 'x'}`,
    'Token __proto__',
    'Basic Og==',
    'Token \u00ff\u00fe',
    'Token 00000000-0000-0000-0000-000000000000.',
  ]);
}

function oddHeader(chance: Chance): Record<string, string> {
  return chance.pick<Record<string, string>>([
    { 'idempotency-key': 'x'.repeat(300) },
    { 'idempotency-key': 'clave de dos palabras' },
    { 'idempotency-key': `clave-${chance.below(40)}` },
    { 'if-match': 'nonsense' },
    { 'if-match': '"99999999999999999999"' },
    { 'accept-language': '\u00ff;q=x,,,;;' },
    { 'accept-language': 'zz-ZZ;q=9' },
    { accept: 'text/html;q=nonsense' },
    { 'accept-encoding': 'nonsense;q=1,*;q=0' },
    { 'x-forwarded-for': 'nobody, 999.1.1.1, ::::' },
    { 'x-forwarded-proto': 'gopher' },
    { 'x-request-id': '../../x' },
    { cookie: '=;=;%00=\u00ff; __proto__=1' },
    { 'user-agent': '' },
    { 'user-agent': 'x'.repeat(5_000) },
    { range: 'bytes=9-1,-' },
    { 'if-none-match': '*' },
    { expect: '100-continue' },
    { 'x-http-method-override': 'DELETE' },
  ]);
}
