import { accessErrors } from '@cotejo/access-contracts';
import { auditErrors } from '@cotejo/audits-contracts';
import { API_BASE, APP_VERSION, httpErrors, TOKEN_SCHEME, type ErrorCatalogue } from '@cotejo/http/contracts';
import { DeclaredDoors, type Door, type DoorPolicy, type Language } from '@cotejo/http/server';
import { matchLanguage } from '@cotejo/i18n';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { manifests } from '../manifests.ts';
import { ApiTexts } from './api-texts.ts';
import { envelopeOf, errorSchema, JsonShapes } from './json-shapes.ts';

/** OpenAPI at /docs, in the language of the request, made when somebody first asks for it. */
export function serveApiDescription(app: INestApplication): void {
  const made = new Map<Language, OpenAPIObject>();
  const describe = (language: Language): OpenAPIObject => {
    const document = made.get(language) ?? describeApi(app, language);
    made.set(language, document);
    return document;
  };
  SwaggerModule.setup('docs', app, () => describe('es'), {
    customSiteTitle: 'Cotejo API',
    customfavIcon: '/favicon.svg',
    patchDocumentOnRequest: (request: unknown) =>
      describe(
        matchLanguage(
          (request as { headers: Record<string, string | undefined> }).headers['accept-language'],
        ),
      ),
  });
}

/** Every door with what it is for, what it takes, what it answers, and who may pass. */
export function describeApi(app: INestApplication, language: Language): OpenAPIObject {
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
  for (const door of app.get(DeclaredDoors).list()) describeDoor(document, door, texts, shapes);
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...shapes.named, Error: errorSchema },
  };
  return document;
}

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;

function describeDoor(document: OpenAPIObject, door: Door, texts: ApiTexts, shapes: JsonShapes): void {
  const path = door.path.replace(/:(\w+)/g, '{$1}');
  const item = document.paths[`${API_BASE}${path}`] ?? document.paths[path];
  const operation = operationOf(item, door.method);
  if (operation === undefined) return;
  const { policy, controller, handler, answers } = door;
  const text = texts.door(controller, handler);
  const group = texts.group(controller);
  if (group !== null) operation.tags = [group];
  if (text !== null) operation.description = [text, permissionOf(door, texts)].filter(Boolean).join('\n\n');
  if (policy !== null && policy.kind !== 'public') operation.security = [{ token: [] }];
  const body = answers?.body ?? door.schemas.body;
  if (body !== undefined) {
    const schema = shapes.of(body, `${controller}_${handler}_body`, 'input');
    operation.requestBody = { required: true, content: { 'application/json': { schema } } };
  }
  operation.parameters = [
    ...inPath(door, path, shapes),
    ...inQuery(door, shapes),
    ...(answers?.headers ?? []).map((name) => ({
      name,
      in: 'header' as const,
      required: false,
      description: texts.word(name === 'If-Match' ? 'ifMatch' : 'idempotencyKey'),
      schema: { type: 'string' as const },
    })),
  ];
  operation.responses = { ...success(door, texts, shapes), ...failures(door, texts) };
}

const permissionOf = ({ policy }: Door, texts: ApiTexts): string =>
  policy?.kind === 'requires' ? texts.word('permission', { permission: keysOf(policy) }) : '';

const keysOf = ({ permission, andOneOf = [] }: Extract<DoorPolicy, { kind: 'requires' }>): string =>
  andOneOf.length === 0 ? permission : `${permission} + (${andOneOf.join(' | ')})`;

type Parameter = NonNullable<Operation['parameters']>[number];

function inPath({ schemas }: Door, path: string, shapes: JsonShapes): Parameter[] {
  const shape =
    schemas.params instanceof z.ZodObject ? (schemas.params.shape as Record<string, z.ZodType>) : {};
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

function inQuery({ schemas }: Door, shapes: JsonShapes): Parameter[] {
  // A query that is turned into something else is described as it is sent.
  const query = schemas.query instanceof z.ZodPipe ? schemas.query.in : schemas.query;
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

function success(
  { status, answers, controller, handler }: Door,
  texts: ApiTexts,
  shapes: JsonShapes,
): Operation['responses'] {
  const description = texts.word('success');
  if (!answers?.data) return { [status]: { description } };
  const schema = shapes.of(envelopeOf(answers.data, status), `${controller}_${handler}`, 'output');
  return { [status]: { description, content: { 'application/json': { schema } } } };
}

/** Codes that any door of a kind may answer. */
function generalRefusals({ policy, schemas, method }: Door): readonly string[] {
  const isOpen = policy === null || policy.kind === 'public';
  return [
    ...(schemas.body || schemas.query || schemas.params ? ['invalid_request'] : []),
    ...(schemas.body ? ['malformed_json', 'payload_too_large'] : []),
    ...(isOpen ? [] : ['not_authenticated', 'token_expired', 'token_invalid']),
    ...(policy?.kind === 'requires' ? ['access_not_authorized'] : []),
    ...(method === 'GET' || isOpen ? [] : ['request_in_progress', 'idempotency_key_reused']),
    'unavailable',
  ];
}

function failures(door: Door, texts: ApiTexts): Operation['responses'] {
  const codes = new Map<number, string[]>();
  for (const code of new Set([...generalRefusals(door), ...(door.answers?.refusals ?? [])])) {
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

const CATALOGUES: readonly ErrorCatalogue[] = [
  httpErrors,
  auditErrors,
  accessErrors,
  ...manifests.flatMap(({ errors }) => errors),
];
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
