import { Inject, Injectable, RequestMethod, type OnModuleInit } from '@nestjs/common';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { DOOR_ANSWERS, type DoorAnswers } from './door-answers.ts';
import { DOOR_POLICY, DOOR_REACH, type DoorPolicy, type Reach } from './door-policy.ts';
import { ZodPipe, type ZodPart } from './zod-pipes.ts';

/** A route as its controller declares it; paths without the global prefix. */
export interface Door {
  readonly controller: string;
  readonly handler: string;
  readonly method: string;
  readonly path: string;
  readonly policy: DoorPolicy | null;
  readonly reach: Reach;
  readonly schemas: Partial<Record<ZodPart, ZodPipe['schema']>>;
  readonly answers: DoorAnswers | null;
  /** Status of a success. */
  readonly status: number;
}

/** Lists every door, and refuses the boot while one of them declares no policy. */
@Injectable()
export class DeclaredDoors implements OnModuleInit {
  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(MetadataScanner) private readonly scanner: MetadataScanner,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  list(): Door[] {
    const doors: Door[] = [];
    for (const { metatype } of this.discovery.getControllers()) {
      if (typeof metatype !== 'function') continue;
      const prototype = metatype.prototype as Record<string, unknown>;
      for (const handler of this.scanner.getAllMethodNames(prototype)) {
        const target = prototype[handler];
        if (typeof target !== 'function') continue;
        const path: unknown = Reflect.getMetadata(PATH_METADATA, target);
        if (path === undefined) continue;
        const base: unknown = Reflect.getMetadata(PATH_METADATA, metatype);
        const method = Reflect.getMetadata(METHOD_METADATA, target) as RequestMethod;
        const policy = this.reflector.getAllAndOverride<DoorPolicy | undefined>(DOOR_POLICY, [
          target,
          metatype,
        ]);
        for (const [one, other] of pairs(base, path)) {
          doors.push({
            controller: metatype.name,
            handler,
            method: RequestMethod[method],
            path: joined(one, other),
            policy: policy ?? null,
            reach: this.reflector.get<Reach | undefined>(DOOR_REACH, target) ?? usualReach(policy),
            schemas: schemasOf(metatype, handler),
            answers: this.reflector.get<DoorAnswers | undefined>(DOOR_ANSWERS, target) ?? null,
            status: statusOf(target, method),
          });
        }
      }
    }
    return doors;
  }

  onModuleInit(): void {
    const undeclared = this.list().filter((door) => door.policy === null);
    if (undeclared.length === 0) return;
    const names = undeclared.map(
      (door) => `${door.method} ${door.path} (${door.controller}.${door.handler})`,
    );
    throw new Error(`No access policy is declared for: ${names.join(', ')}`);
  }
}

const usualReach = (policy: DoorPolicy | undefined): Reach =>
  policy?.kind === 'public' ? 'none' : 'account';

function statusOf(handler: object, method: RequestMethod): number {
  const declared: unknown = Reflect.getMetadata(HTTP_CODE_METADATA, handler);
  if (typeof declared === 'number') return declared;
  return method === RequestMethod.POST ? 201 : 200;
}

function pairs(base: unknown, path: unknown): [string, string][] {
  return texts(base).flatMap((one) => texts(path).map((other): [string, string] => [one, other]));
}

function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((one) => (typeof one === 'string' ? one : ''));
}

function joined(base: string, path: string): string {
  const trimmed = [base, path].map((part) => part.replace(/^\/+|\/+$/g, '')).filter((part) => part !== '');
  return `/${trimmed.join('/')}`;
}

function schemasOf(controller: object, handler: string): Door['schemas'] {
  const parameters: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {};
  const schemas: Partial<Record<ZodPart, ZodPipe['schema']>> = {};
  for (const parameter of Object.values(parameters as Record<string, { pipes?: unknown[] }>)) {
    for (const pipe of parameter.pipes ?? []) if (isZodPipe(pipe)) schemas[pipe.part] = pipe.schema;
  }
  return schemas;
}

const isZodPipe = (pipe: unknown): pipe is ZodPipe => pipe instanceof ZodPipe;
