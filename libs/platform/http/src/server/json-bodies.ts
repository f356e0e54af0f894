import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { httpErrors, Refusal } from '../contracts.ts';

export interface JsonBodyLimits {
  /** Bytes of an ordinary body. */
  readonly limit: number;
  /** Doors that take more: uploads that come as JSON. */
  readonly larger: readonly { readonly path: RegExp; readonly limit: number }[];
}

/**
 * Reads JSON bodies before the framework does, so that what is wrong with one has a code of its own
 * (the framework would call every syntax error a bad request).
 */
export function jsonBodies(limits: JsonBodyLimits): (RequestHandler | ErrorRequestHandler)[] {
  const ordinary = express.json({ limit: limits.limit });
  const larger = limits.larger.map(({ path, limit }) => ({ path, read: express.json({ limit }) }));
  const read: RequestHandler = (request, response, next) => {
    const door = larger.find(({ path }) => path.test(request.path));
    (door?.read ?? ordinary)(request, response, next);
  };
  const explain: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
    const type = typeof error === 'object' && error !== null && 'type' in error ? String(error.type) : '';
    const code = BODY_ERRORS[type];
    next(code === undefined ? error : new Refusal(httpErrors, code));
  };
  return [read, explain];
}

/** Types that body-parser gives its errors, and our codes. */
const BODY_ERRORS: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'malformed_json',
  'encoding.unsupported': 'malformed_json',
  'charset.unsupported': 'malformed_json',
  'request.aborted': 'malformed_json',
  'request.size.invalid': 'malformed_json',
  'entity.too.large': 'payload_too_large',
};
