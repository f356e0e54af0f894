import type { Request } from 'express';

/** Log of faults, provided by the application. Must not receive bodies, tokens or passwords. */
export interface RequestLog {
  fault(request: Request, thrown: unknown): void;
}

export const REQUEST_LOG = Symbol('RequestLog');
