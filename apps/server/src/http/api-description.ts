import {
  API_BASE,
  APP_VERSION,
  TOKEN_SCHEME,
  type Call,
  type AccessPolicy,
  type ErrorCatalogue,
} from '@cotejo/http/contracts';
import { DeclaredRoutes, type CallRoute, type Language } from '@cotejo/http/server';
import { matchLanguage } from '@cotejo/i18n';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { z } from 'zod';
import { manifests } from '../manifests.ts';
import { ApiTexts } from './api-texts.ts';
import { envelopeOf, errorSchema, JsonShapes } from './json-shapes.ts';

/** Milliseconds of work on a description before other work gets a turn. */
const TURN_MS = 5;
const JSON_PATH = '/docs-json';

/** OpenAPI at `/docs` and `/docs-json` in the language of the request, made in steps on the first request. */
export function serveApiDescription(app: INestApplication): void {
  const made = new Map<Language, Promise<Buffer>>();
  const describe = (language: Language): Promise<Buffer> => {
    const text =
      made.get(language) ??
      describeApi(app, language).then((document) => Buffer.from(JSON.stringify(document)));
    made.set(language, text);
    return text;
  };
  const express = app.getHttpAdapter().getInstance() as Express;
  express.get(JSON_PATH, (request, response, next) => {
    describe(matchLanguage(request.headers['accept-language']))
      .then((text) => response.type('application/json').vary('Accept-Language').send(text))
      .catch(next);
  });
  // The page reads the description from its own path; here it would be part of a script that each request makes anew.
  SwaggerModule.setup('docs', app, () => ({}) as OpenAPIObject, {
    customSiteTitle: 'Cotejo API',
    customfavIcon: '/favicon.svg',
    raw: false,
    swaggerUrl: JSON_PATH,
  });
}

/** Describes every call: purpose, input, answer, and required rights. */
async function describeApi(app: INestApplication, language: Language): Promise<OpenAPIObject> {
  const texts = new ApiTexts(language);
  const base = new DocumentBuilder()
    .setTitle('Cotejo')
    .setVersion(APP_VERSION)
    .setOpenAPIVersion('3.1.0')
    .setDescription(texts.word('about'))
    .addApiKey(
      { type: 'apiKey', name: 'Authorization', in: 'header', description: `${TOKEN_SCHEME} <token>` },
      'token',
    )
    .build();
  const document = SwaggerModule.createDocument(app, base);
  const shapes = new JsonShapes();
  let began = performance.now();
  for (const route of app.get(DeclaredRoutes).list()) {
    if (performance.now() - began > TURN_MS) {
      await new Promise(setImmediate);
      began = performance.now();
    }
    describeRoute(document, route, texts, shapes);
  }
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...shapes.named, Error: errorSchema },
  };
  return document;
}

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;

function describeRoute(document: OpenAPIObject, route: CallRoute, texts: ApiTexts, shapes: JsonShapes): void {
  const path = route.path.replace(/:(\w+)/g, '{$1}');
  const item = document.paths[`${API_BASE}${path}`] ?? document.paths[path];
  const operation = operationOf(item, route.method);
  if (operation === undefined) return;
  const { call, controller, handler } = route;
  const text = texts.call(controller, handler);
  const group = texts.group(controller);
  if (group !== null) operation.tags = [group];
  if (text !== null) operation.description = [text, permissionOf(call, texts)].filter(Boolean).join('\n\n');
  if (call.policy.kind !== 'public') operation.security = [{ token: [] }];
  const body = call.describedBody ?? call.body;
  if (body !== undefined) {
    const schema = shapes.of(body, `${controller}_${handler}_body`, 'input');
    operation.requestBody = { required: true, content: { 'application/json': { schema } } };
  }
  operation.parameters = [
    ...inPath(route, path, shapes),
    ...inQuery(call, shapes),
    ...inHeaders(call, texts),
  ];
  operation.responses = { ...success(route, texts, shapes), ...failures(call, texts) };
}

const permissionOf = ({ policy }: Call, texts: ApiTexts): string =>
  policy.kind === 'requires' ? texts.word('permission', { permission: keysOf(policy) }) : '';

const keysOf = ({ permission, andOneOf = [] }: Extract<AccessPolicy, { kind: 'requires' }>): string =>
  andOneOf.length === 0 ? permission : `${permission} + (${andOneOf.join(' | ')})`;

type Parameter = NonNullable<Operation['parameters']>[number];

function inPath({ call: { params } }: CallRoute, path: string, shapes: JsonShapes): Parameter[] {
  const shape = params instanceof z.ZodObject ? (params.shape as Record<string, z.ZodType>) : {};
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = shape[name];
    return {
      name,
      in: 'path' as const,
      required: true,
      schema: schema ? shapes.of(schema, `path_${name}`, 'input') : { type: 'string' },
    };
  });
}

function inQuery(call: Call, shapes: JsonShapes): Parameter[] {
  // A transformed query is described by its input schema.
  const query = call.query instanceof z.ZodPipe ? call.query.in : call.query;
  const shape = query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>) : {};
  const asked = Object.entries(shape).map(([name, schema]): Parameter => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: shapes.of(schema, `query_${name}`, 'input'),
  }));
  const version = { type: 'string' as const, example: APP_VERSION };
  return [...asked, { name: 'appVersion', in: 'query', required: false, schema: version }];
}

/** Calls whose answers are stored, so that a repetition with the same key returns the first answer. */
const isRepeatable = ({ method, policy, once }: Call): boolean =>
  method !== 'GET' && policy.kind !== 'public' && once !== true;

function inHeaders(call: Call, texts: ApiTexts): Parameter[] {
  const header = (name: string, description: string): Parameter => {
    return { name, in: 'header', required: false, description, schema: { type: 'string' } };
  };
  return [
    ...(call.ifMatch === true ? [header('If-Match', texts.word('ifMatch'))] : []),
    ...(isRepeatable(call) ? [header('Idempotency-Key', texts.word('idempotencyKey'))] : []),
  ];
}

function success(
  { call, controller, handler }: CallRoute,
  texts: ApiTexts,
  shapes: JsonShapes,
): Operation['responses'] {
  const description = texts.word('success');
  const { data, status = 200 } = call;
  if (data === null) return { [status]: { description } };
  const schema = shapes.of(
    call.raw === true ? data : envelopeOf(data, status),
    `${controller}_${handler}`,
    'output',
  );
  return { [status]: { description, content: { 'application/json': { schema } } } };
}

/** Codes that any call of this kind may answer. */
function generalRefusals(call: Call): readonly string[] {
  const { policy, params, query, body } = call;
  return [
    ...(body || query || params ? ['invalid_request'] : []),
    ...(body ? ['malformed_json', 'payload_too_large'] : []),
    ...(policy.kind === 'public' ? [] : ['not_authenticated', 'token_expired', 'token_invalid']),
    ...(policy.kind === 'requires' ? ['access_not_authorized'] : []),
    ...(isRepeatable(call) ? ['request_in_progress', 'idempotency_key_reused'] : []),
    'unavailable',
  ];
}

function failures(call: Call, texts: ApiTexts): Operation['responses'] {
  const codes = new Map<number, string[]>();
  for (const code of new Set([...generalRefusals(call), ...(call.refusals ?? [])])) {
    const catalogue = catalogueOf(code);
    const status = catalogue?.errors[code];
    if (!catalogue || status === undefined) continue;
    const line = `\`${code}\`: ${texts.refusal(catalogue.namespace, code)}`;
    codes.set(status, [...(codes.get(status) ?? []), line]);
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    [...codes]
      .sort(([a], [b]) => a - b)
      .map(([status, lines]) => [status, { description: lines.join('\n\n'), content }]),
  );
}

const CATALOGUES: readonly ErrorCatalogue[] = manifests.flatMap(({ errors }) => errors);
const catalogueOf = (code: string): ErrorCatalogue | undefined =>
  CATALOGUES.find(({ errors }) => code in errors);

function operationOf(item: PathItem | undefined, method: string): Operation | undefined {
  switch (method) {
    case 'GET':
      return item?.get;
    case 'POST':
      return item?.post;
    case 'PUT':
      return item?.put;
    case 'DELETE':
      return item?.delete;
    default:
      return undefined;
  }
}
