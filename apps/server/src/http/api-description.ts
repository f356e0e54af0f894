import { API_BASE, TOKEN_SCHEME } from '@cotejo/http/contracts';
import { DeclaredDoors, type Door } from '@cotejo/http/server';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';

/** OpenAPI at /docs, made when somebody first asks: routes from the controllers, shapes from their schemas. */
export function serveApiDescription(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => describeApi(app), { customSiteTitle: 'Cotejo API' });
}

/** Every door with what it takes and who may pass. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setTitle('Cotejo')
    .setVersion('1')
    .addApiKey(
      { type: 'apiKey', name: 'Authorization', in: 'header', description: `${TOKEN_SCHEME} <token>` },
      'token',
    )
    .build();
  const document = SwaggerModule.createDocument(app, base);
  for (const door of app.get(DeclaredDoors).list()) describeDoor(document, door);
  return document;
}

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;

function describeDoor(document: OpenAPIObject, door: Door): void {
  const path = door.path.replace(/:(\w+)/g, '{$1}');
  const item = document.paths[`${API_BASE}${path}`] ?? document.paths[path];
  const operation = operationOf(item, door.method);
  if (operation === undefined) return;
  const { policy } = door;
  if (policy !== null && policy.kind !== 'public') operation.security = [{ token: [] }];
  if (policy?.kind === 'requires') operation.description = policy.permission;
  if (door.schemas.body !== undefined) {
    operation.requestBody = {
      required: true,
      content: { 'application/json': { schema: jsonSchemaOf(door.schemas.body) } },
    };
  }
  if (door.schemas.query instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = door.schemas.query.shape;
    const inPath = (operation.parameters ?? []).filter(
      (parameter) => 'in' in parameter && parameter.in === 'path',
    );
    operation.parameters = [
      ...inPath,
      ...Object.entries(shape).map(([name, schema]) => ({
        name,
        in: 'query' as const,
        required: !schema.safeParse(undefined).success,
        schema: jsonSchemaOf(schema),
      })),
    ];
  }
}

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

function jsonSchemaOf(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input', unrepresentable: 'any' });
}
