import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import type { Call } from '../contracts.ts';
import { Answers } from './door-answers.ts';
import { DOOR_POLICY, Within } from './door-policy.ts';
import { NeverRepeated } from './repeatable-answers.ts';
import { RawAnswer } from './success-envelope.ts';

/**
 * Serves a declared call: method, path, status, policy and description come from the declaration, and from
 * nowhere else. The handler takes the parts by `@Body(zodBody(call.body))` and the like.
 */
export function Serves(call: Call): MethodDecorator & ClassDecorator {
  const { method, path, door, reach, data, refusals, raw, once } = call;
  const status = call.status ?? 200;
  return applyDecorators(
    RequestMapping({ method: RequestMethod[method], path: path.replace(/^\/|\/$/g, '') }),
    HttpCode(status),
    SetMetadata(DOOR_POLICY, door),
    Within(reach),
    Answers({ data, ...(refusals && { refusals }), ...(call.body && { body: call.body }) }),
    ...(raw === true ? [RawAnswer()] : []),
    ...(once === true ? [NeverRepeated()] : []),
  );
}
