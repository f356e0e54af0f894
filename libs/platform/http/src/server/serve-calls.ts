import {
  applyDecorators,
  Controller,
  HttpCode,
  Req,
  RequestMapping,
  RequestMethod,
  Res,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import type { Response } from 'express';
import type { Call } from '../contracts.ts';
import { Answer } from './answer.ts';
import { AskedCall, type DataOf } from './asked-call.ts';
import type { KnownRequest } from './authenticator.ts';

/** Metadata key on a handler: the declaration of its call. */
export const CALL = 'cotejo:call';

type Calls = Readonly<Record<string, Call>>;
/** Result type of a call; unknown if it declares no data. */
type Data<C extends Call> = [DataOf<C>] extends [never] ? unknown : DataOf<C>;
/** Streamed calls return the response that they wrote. */
type Result<C extends Call> = Data<C> | Answer<Data<C>> | Response;

/** One handler function per call, under the name of its declaration. */
export type Handlers<C extends Calls, P> = {
  readonly [Name in keyof C]: (asked: AskedCall<C[Name], P>) => Result<C[Name]> | Promise<Result<C[Name]>>;
};

/**
 * Creates the Nest controller that serves declared calls with plain functions: the only place with route decorators.
 * Controller and handler names appear in the API description; paths match in the order of the declarations.
 */
export function controllerOf<C extends Calls, P>(name: string, calls: C, handlers: Handlers<C, P>): Type {
  const controller = { [name]: class {} }[name] as Type;
  const methods = controller.prototype as Record<string, unknown>;
  for (const [handler, call] of Object.entries(calls)) {
    const handle = handlers[handler] as (asked: AskedCall) => unknown;
    // The computed key names the function, and its name appears in the API description.
    Object.assign(methods, {
      [handler]: async (request: KnownRequest, response: Response) => {
        const asked = new AskedCall(call, request, response);
        const result = await (request.inTurn?.(() => handle(asked)) ?? handle(asked));
        if (call.streamed === true) return undefined;
        if (!(result instanceof Answer)) return result;
        response.set(result.headers);
        if (result.status !== undefined) response.status(result.status);
        return result.data as unknown;
      },
    });
    Req()(methods, handler, 0);
    Res({ passthrough: call.streamed !== true })(methods, handler, 1);
    const descriptor = Object.getOwnPropertyDescriptor(methods, handler) as PropertyDescriptor;
    routeOf(call)(methods, handler, descriptor);
  }
  Controller()(controller);
  return controller;
}

function routeOf(call: Call): MethodDecorator {
  const [path = '', ...also] = [call.path, ...(call.also ?? [])].map((one) => one.replace(/^\/|\/$/g, ''));
  return applyDecorators(
    RequestMapping({ method: RequestMethod[call.method], path: also.length === 0 ? path : [path, ...also] }),
    HttpCode(call.status ?? 200),
    SetMetadata(CALL, call),
  );
}
