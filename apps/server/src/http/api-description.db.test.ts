import type { CopiedDatabase } from '@cotejo/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { demoDatabase } from '../demo-database.fixture.ts';
import es from '../i18n/es.json' with { type: 'json' };
import { StartedServer } from '../started-server.fixture.ts';

interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}
interface ApiOperation {
  readonly operationId: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters: readonly { readonly in: string; readonly name: string }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

type Example = Readonly<Record<string, unknown>> & { readonly example: unknown };

/** All schemas of a description that have an example. */
const examplesOf = (part: unknown): readonly Example[] =>
  typeof part === 'object' && part !== null
    ? [...('example' in part ? [part as Example] : []), ...Object.values(part).flatMap(examplesOf)]
    : [];

let database: CopiedDatabase;
let started: StartedServer;

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

const api = () => started.api();

it('describes its calls', async () => {
  const { paths } = (await api().get('/docs-json').expect(200)).body;
  expect(Object.keys(paths)).toContain('/api/login');
  const body = paths['/api/login'].post.requestBody.content['application/json'].schema;
  expect(body.required).toEqual(['username', 'password']);
});

it('describes every call in both languages, with what it takes, answers and refuses', async () => {
  const read = async (language: string) =>
    (await api().get('/docs-json').set('Accept-Language', language).expect(200)).body as ApiDescription;
  const [spanish, english] = [await read('es-CO'), await read('en')];
  const operations = (of: ApiDescription) =>
    Object.entries(of.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
    );
  const [told, toldInEnglish] = [operations(spanish), operations(english)];
  expect(told.length).toBeGreaterThan(50);
  expect(
    told.filter(({ description, tags }) => !description || !tags?.length).map(({ name }) => name),
  ).toEqual([]);
  expect(toldInEnglish.map(({ name }) => name)).toEqual(told.map(({ name }) => name));
  for (const [at, { name, description }] of told.entries())
    expect([name, description]).not.toEqual([name, toldInEnglish[at]?.description]);
  // Every described handler exists.
  const handlers = new Set(told.map(({ operationId }) => operationId.replace(/\[\d+\]$/, '')));
  const worded = Object.entries(es.calls).flatMap(([controller, handlers]) =>
    Object.keys(handlers).map((handler) => `${controller}_${handler}`),
  );
  expect(worded.filter((handler) => !handlers.has(handler))).toEqual([]);

  const change = spanish.paths['/api/proyecto/riesgo/{model}/{id}/tree/{itemId}']?.['put'];
  expect(change?.parameters.map((one) => `${one.in} ${one.name}`)).toEqual([
    'path model',
    'path id',
    'path itemId',
    'query appVersion',
    'header If-Match',
    'header Idempotency-Key',
  ]);
  expect(Object.keys(change?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '422',
    '503',
  ]);
  expect(change?.responses['409']?.description).toMatch(/`changed_since`: \p{Lu}/u);
  // Every referenced schema exists.
  const text = JSON.stringify(spanish);
  for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
    expect(Object.keys(spanish.components.schemas)).toContain(name);
  expect(text).not.toContain('#/$defs/');
});

it('describes its calls by the OpenAPI standard, examples included', async () => {
  const description = (await api().get('/docs-json').expect(200)).body as Record<string, unknown>;
  const validator = new Validator();
  expect(await validator.validate(structuredClone(description))).toMatchObject({ valid: true });
  expect(() => validator.resolveRefs()).not.toThrow();
  const examples = examplesOf(description);
  expect(examples.length).toBeGreaterThan(0);
  for (const { example, ...schema } of examples)
    expect([example, z.fromJSONSchema(schema).safeParse(example).success]).toEqual([example, true]);
});

it('serves the description as a page with its icon', async () => {
  const page = await api().get('/docs').expect(200);
  expect(page.text).toContain("href='/favicon.svg'");
});
