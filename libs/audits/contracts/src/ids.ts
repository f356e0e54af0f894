import { z } from 'zod';

/** In lower case, however it is written in an address. */
export const auditId = z.uuid().toLowerCase().brand<'AuditId'>();
export type AuditId = z.infer<typeof auditId>;

/**
 * Client-made UUID; an action plan and its evaluation carry their finding's id with suffix -PA or -EV.
 * Unique only within its account.
 */
export const itemId = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(-PA|-EV)?$/)
  .brand<'ItemId'>();
export type ItemId = z.infer<typeof itemId>;

export const operationId = z.uuid().brand<'OperationId'>();
export type OperationId = z.infer<typeof operationId>;

export const auditStream = (id: string): string => `audit-${id}`;
export const auditOfStream = (stream: string): AuditId | null =>
  stream.startsWith('audit-') ? (stream.slice('audit-'.length) as AuditId) : null;

/** The plan, evaluation or finding behind an id; the original id is kept (specification 2, section 2). */
export const originalItemId = (id: string): ItemId => id.replace(/-(PA|EV)$/, '') as ItemId;
export const actionPlanIdOf = (finding: ItemId): ItemId => `${originalItemId(finding)}-PA` as ItemId;
export const evaluationIdOf = (finding: ItemId): ItemId => `${originalItemId(finding)}-EV` as ItemId;
