import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { authenticationMethod } from './roles.ts';

/** Settings of the installation needed before sign-in. */
export const shellSettings = z.object({
  development: z.boolean(),
  /** Script URLs; null = off. */
  chat: z.object({ script: z.url().nullable(), second_script: z.url().nullable() }),
  /** The page sends batches to our own `/sys/telemetry/`, which forwards them. */
  telemetry: z.boolean(),
  /** Sign-in methods offered by the installation. */
  methods: z.array(authenticationMethod).default(['password']),
});
export type ShellSettings = z.infer<typeof shellSettings>;

/** Specification 1, section 7; `errorInfo` is React's component stack. */
export const errorReportBody = z.object({
  error: z.string().max(20_000),
  errorInfo: z.string().max(20_000).nullable().default(null),
  url: z.string().max(2000),
  user: z.uuid().nullable().default(null),
  env: z.string().max(200),
});

/** A page event. Must not contain names or free text. */
export const telemetryEvent = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_.]{0,59}$/),
  at: z.iso.datetime(),
  /** Path with its ids replaced. */
  view: z.string().max(300),
  duration: z.number().nonnegative().nullable().default(null),
  status: z.int().nullable().default(null),
});
export type TelemetryEvent = z.infer<typeof telemetryEvent>;

const anyone = { policy: { kind: 'public' }, reach: 'none', once: true } as const;

export const shellCalls = {
  settings: defineCall({ ...anyone, method: 'GET', path: '/sys/shell/', data: shellSettings }),
  /** Authenticated if a token is sent; the `user` in the body is not trusted. */
  errorReport: defineCall({
    ...anyone,
    method: 'POST',
    path: '/sys/error_report/',
    body: errorReportBody,
    data: z.object({ id: z.uuid() }),
    status: 201,
    refusals: ['too_many_requests'],
  }),
  telemetry: defineCall({
    method: 'POST',
    path: '/sys/telemetry/',
    policy: { kind: 'authenticated' },
    reach: 'self',
    once: true,
    body: z.object({
      session: z.uuid(),
      user: z.string().regex(/^[^,;= |]{1,80}$/),
      events: z.array(telemetryEvent).max(500),
    }),
    data: null,
    status: 202,
    refusals: ['too_many_requests'],
  }),
};
