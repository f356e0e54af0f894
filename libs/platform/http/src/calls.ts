import type { z } from 'zod';
import type { Refusal } from './contracts.ts';

/** Who may knock at a door. A door without one keeps the server from booting. */
export type DoorPolicy =
  | { readonly kind: 'public' }
  | { readonly kind: 'authenticated'; readonly whilePending?: boolean }
  | {
      readonly kind: 'requires';
      readonly permission: string;
      /** Besides one of these, by the own role or as some team lends it: what changes of a plan ask. */
      readonly andOneOf?: readonly string[];
      readonly whilePending?: boolean;
    };

/**
 * What the ids in a call are resolved within, so that none of them leads into another account: nothing, the
 * person who asks, their account, or (for the product's administrators) the whole installation.
 */
export type Reach = 'none' | 'self' | 'account' | 'product';

/** A file as the whole body of a request, which is read once its sender is let in. */
export interface Upload {
  /** Bytes. */
  readonly limit: number;
  readonly tooLarge: () => Refusal;
}

/** A call as both ends know it: declared once, served by one handler, called by name. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As the specification writes it, ids as `:name`: `/users/:id/`. */
  readonly path: string;
  /** Other paths of the same call, with the same params. */
  readonly also?: readonly string[];
  readonly door: DoorPolicy;
  readonly reach: Reach;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Body as the description of the API has it, where `body` is wider than what the handler then takes. */
  readonly describedBody?: z.ZodType;
  readonly upload?: Upload;
  /** Of `data` in the envelope, or of the whole answer when `raw`; null = nothing is told. */
  readonly data: Data | null;
  /** Of a success; 200 by default. */
  readonly status?: number;
  /** Comes without `{data, status}`. */
  readonly raw?: boolean;
  /** The handler writes the response itself: a redirect, ranges of a file. */
  readonly streamed?: boolean;
  /** The handler compares the version that the caller saw: header `If-Match`. */
  readonly ifMatch?: boolean;
  /** Asked without a token, also by somebody who has one: signing in and forgotten passwords. */
  readonly anonymous?: boolean;
  /** Good once: its answer is never repeated under an `Idempotency-Key`. */
  readonly once?: boolean;
  /** Codes of refusals beside those of any door. */
  readonly refusals?: readonly string[];
}

/** Keeps the exact types of a call's shapes. */
export const defineCall = <
  Params extends z.ZodType = never,
  Query extends z.ZodType = never,
  Body extends z.ZodType = never,
  Data extends z.ZodType = never,
>(
  call: Call<Params, Query, Body, Data>,
): Call<Params, Query, Body, Data> => call;

/** The path of a call with its ids filled in. */
export function pathOf(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the path ${path} lacks "${name}"`);
    return encodeURIComponent(String(value));
  });
}
