import { createHash, randomUUID } from 'node:crypto';
import {
  Body,
  Controller,
  createParamDecorator,
  Param,
  Query,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { httpErrors, idempotencyKey, Refusal, type Call } from '../contracts.ts';
import type { KnownRequest } from './authenticator.ts';
import { CurrentPrincipal } from './current-principal.ts';
import { bodyOf, paramsOf, queryOf } from './parts-of-call.ts';
import { Serves } from './serves.ts';

/** What a call writes under. */
export interface Command {
  /** UUID: the same person's same call under the same `Idempotency-Key` has the same one. */
  readonly id: string;
  /** Whether it came with a key, and may have been carried out before. */
  readonly isRepeatable: boolean;
}

/** What a handler is given: the parsed parts that its call declares (the others are `{}`), by whom, under what. */
export interface AskedCall<P> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly principal: P;
  readonly command: Command;
}
export interface ServedCall<P> {
  readonly call: Call;
  handle(asked: AskedCall<P>): Promise<unknown>;
}

const identityOf = (principal: unknown): string => {
  const { accountId, userId } = principal as { readonly accountId?: string; readonly userId?: string };
  return `${accountId ?? ''}/${userId ?? ''}`;
};

/** @throws Refusal `invalid_request` for a malformed key */
export function commandOf({ headers, method, originalUrl, body, principal }: KnownRequest): Command {
  const key = idempotencyKey.safeParse(headers['idempotency-key']);
  if (!key.success) throw new Refusal(httpErrors, 'invalid_request');
  if (key.data === undefined) return { id: randomUUID(), isRepeatable: false };
  const asked = JSON.stringify([identityOf(principal), key.data, method, originalUrl, body ?? null]);
  return { id: uuidOf(asked), isRepeatable: true };
}

/** A UUID that follows from a name (RFC 9562, version 8: its SHA-256). */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

const ThisCommand = createParamDecorator((_: unknown, context: ExecutionContext): Command =>
  commandOf(context.switchToHttp().getRequest<KnownRequest>()),
);

/**
 * A controller that serves declared calls by plain functions. Its name and theirs are those of the description of the
 * API.
 */
export function controllerOf<P>(name: string, calls: Readonly<Record<string, ServedCall<P>>>): Type {
  const controller = { [name]: class {} }[name] as Type;
  const methods = controller.prototype as Record<string, unknown>;
  for (const [handler, served] of Object.entries(calls)) {
    const { call } = served;
    methods[handler] = (params: object, query: unknown, body: unknown, principal: P, command: Command) =>
      served.handle({ params: params as AskedCall<P>['params'], query, body, principal, command });
    (call.params ? Param(paramsOf(call)) : Param())(methods, handler, 0);
    // Parts that a call does not declare are not looked at.
    (call.query ? Query(queryOf(call)) : Nothing())(methods, handler, 1);
    (call.body ? Body(bodyOf(call)) : Nothing())(methods, handler, 2);
    CurrentPrincipal()(methods, handler, 3);
    ThisCommand()(methods, handler, 4);
    Serves(call)(methods, handler, Object.getOwnPropertyDescriptor(methods, handler) as PropertyDescriptor);
  }
  Controller()(controller);
  return controller;
}

const Nothing = createParamDecorator(() => ({}));
