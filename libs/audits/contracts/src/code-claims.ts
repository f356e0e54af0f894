import { z } from 'zod';
import { auditId } from './ids.ts';

const data = z.object({ audit: auditId });

/**
 * A code belongs to the audit of the last claim that was not released. Streams:
 * `claim-<account>-audit-code-<code>`.
 */
export const codeClaimEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('AuditCodeClaimed'), data }),
  z.object({ type: z.literal('AuditCodeReleased'), data }),
]);
export type CodeClaimEvent = z.infer<typeof codeClaimEvent>;
