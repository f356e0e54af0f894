import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { Call } from '../contracts.ts';
import { CALL } from './serve-calls.ts';

/** A call at one of its paths. */
export interface CallRoute {
  /** Class and method names given by `controllerOf`. */
  readonly controller: string;
  readonly handler: string;
  readonly method: Call['method'];
  /** Without the global prefix and without a trailing slash. */
  readonly path: string;
  readonly call: Call;
}

/** Lists all declared calls, and fails the boot if a route is not a declared call. */
@Injectable()
export class DeclaredRoutes implements OnModuleInit {
  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(MetadataScanner) private readonly scanner: MetadataScanner,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  list(): CallRoute[] {
    return this.routes().flatMap(({ controller, handler, target }) => {
      const call = this.reflector.get<Call | undefined>(CALL, target);
      if (call === undefined) return [];
      return [call.path, ...(call.also ?? [])].map((path) => {
        return { controller, handler, method: call.method, path: path.replace(/\/$/, ''), call };
      });
    });
  }

  onModuleInit(): void {
    const undeclared = this.routes().filter(({ target }) => !Reflect.hasMetadata(CALL, target));
    if (undeclared.length === 0) return;
    const names = undeclared.map(({ controller, handler }) => `${controller}.${handler}`);
    throw new Error(`These routes are no declared calls: ${names.join(', ')}`);
  }

  private routes() {
    return this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype = metatype.prototype as Record<string, unknown>;
      return this.scanner.getAllMethodNames(prototype).flatMap((handler) => {
        const target = prototype[handler];
        const isRoute = typeof target === 'function' && Reflect.hasMetadata(PATH_METADATA, target);
        return isRoute ? [{ controller: metatype.name, handler, target }] : [];
      });
    });
  }
}
