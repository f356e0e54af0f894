import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { httpErrors, Refusal } from '../contracts.ts';

export interface JsonBodyLimits {
  /** Bytes of a body. */
  readonly limit: number;
  /** Paths whose body is read only after the access check, without a trailing slash. */
  readonly uploads: readonly string[];
}

/**
 * Parses JSON bodies before the framework does, so that body errors get codes of their own (the framework would answer
 * 400 for every syntax error).
 */
export function jsonBodies(limits: JsonBodyLimits): (RequestHandler | ErrorRequestHandler)[] {
  const json = express.json({ limit: limits.limit });
  const uploads = new Set(limits.uploads);
  const read: RequestHandler = (request, response, next) => {
    if (uploads.has(request.path.replace(/\/$/, ''))) next();
    else json(request, response, next);
  };
  const explain: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
    const type = typeof error === 'object' && error !== null && 'type' in error ? String(error.type) : '';
    const code = BODY_ERRORS[type];
    next(code === undefined ? error : new Refusal(httpErrors, code));
  };
  return [read, explain];
}

/** Error types of body-parser, and our codes. */
const BODY_ERRORS: Readonly<Record<string, string>> = {
  'entity.parse.failed': 'malformed_json',
  'encoding.unsupported': 'malformed_json',
  'charset.unsupported': 'malformed_json',
  'request.aborted': 'malformed_json',
  'request.size.invalid': 'malformed_json',
  'entity.too.large': 'payload_too_large',
};
