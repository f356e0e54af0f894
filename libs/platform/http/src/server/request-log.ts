import type { Request } from 'express';

/** Where faults go; the application gives its logger. Never told bodies, tokens or passwords. */
export interface RequestLog {
  fault(request: Request, thrown: unknown): void;
}

export const REQUEST_LOG = Symbol('RequestLog');
