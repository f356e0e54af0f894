import type { z } from 'zod';
import type { Refusal } from './contracts.ts';

/** Access policy of a call. A route without one keeps the server from booting. */
export type AccessPolicy =
  | { readonly kind: 'public' }
  | { readonly kind: 'authenticated'; readonly whilePending?: boolean }
  | {
      readonly kind: 'requires';
      readonly permission: string;
      /**
       * Additionally one of these permissions, by the user's role or granted through any team: for changes of audit
       * plans.
       */
      readonly andOneOf?: readonly string[];
      readonly whilePending?: boolean;
    };

/**
 * Scope within which the ids of a call are resolved, so that none refers to another account: nothing, the user, the
 * user's account, or (for the product's administrators) the whole installation.
 */
export type Reach = 'none' | 'self' | 'account' | 'product';

/** A file as the request body; it is read only after the access check. */
export interface Upload {
  /** Bytes. */
  readonly limit: number;
  readonly tooLarge: () => Refusal;
}

/** Declaration of a call, shared by client and server: served by one handler, called by name. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path as in the specification, with ids as `:name`: `/users/:id/`. */
  readonly path: string;
  /** Alternative paths of the same call, with the same params. */
  readonly also?: readonly string[];
  readonly policy: AccessPolicy;
  readonly reach: Reach;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Body for the API description, where `body` accepts more than the handler supports. */
  readonly describedBody?: z.ZodType;
  readonly upload?: Upload;
  /** Schema of `data` in the envelope, or of the whole answer when `raw`; null = no data. */
  readonly data: Data | null;
  /** Status of a success; 200 by default. */
  readonly status?: number;
  /** The answer has no `{data, status}` envelope. */
  readonly raw?: boolean;
  /** The handler writes the response itself: a redirect, ranges of a file. */
  readonly streamed?: boolean;
  /** The handler compares the version that the client saw: header `If-Match`. */
  readonly ifMatch?: boolean;
  /** Sent without a token, even if the client has one: sign-in and password reset. */
  readonly anonymous?: boolean;
  /** Not repeatable: its answer is never replayed under an `Idempotency-Key`. */
  readonly once?: boolean;
  /** Refusal codes beyond those that every call may return. */
  readonly refusals?: readonly string[];
}

/** Preserves the exact types of a call's schemas. */
export const defineCall = <
  Params extends z.ZodType = never,
  Query extends z.ZodType = never,
  Body extends z.ZodType = never,
  Data extends z.ZodType = never,
>(
  call: Call<Params, Query, Body, Data>,
): Call<Params, Query, Body, Data> => call;
