import type { Principal } from '@cotejo/access-contracts';
import { auditErrors, auditStream, type AuditId } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import type { Handlers } from '@cotejo/http/server';
import { worksheetErrors, type pastCalls } from '@cotejo/worksheets-contracts';
import { readContents } from '../past/read-contents.ts';
import type { WorksheetsServices } from '../worksheets-services.ts';

/** Milliseconds: past plans are read from the log and may be ahead of these rows for a moment. */
const PATIENCE_MS = 5_000;

/** Past states of worksheets. */
export const pastHandlers = (services: WorksheetsServices): Handlers<typeof pastCalls, Principal> => ({
  contents: async ({ principal, params: { auditId: audit, itemId: item }, query: { version } }) => {
    const { audits, projection } = services;
    await audits.admit(principal, audit, 'plan.access');
    if (!(await projection.waitFor(auditStream(audit), version, 0))) {
      await refuseUnreached(services, audit, version);
      if (!(await projection.waitFor(auditStream(audit), version, PATIENCE_MS)))
        throw new Refusal(worksheetErrors, 'contents_not_readable');
    }
    const contents = await readContents(services, principal.accountId, { audit, item, version });
    if (!contents) throw new Refusal(auditErrors, 'item_not_found');
    return contents;
  },
});

/** Versions beyond the log's head are refused instead of awaited. */
async function refuseUnreached(
  { audits }: WorksheetsServices,
  audit: AuditId,
  version: number,
): Promise<void> {
  const held = await audits.hold(audit);
  const head = held?.version ?? -1;
  held?.release();
  if (version <= head) return;
  const params = { version, head };
  throw new Refusal(auditErrors, 'version_not_reached', { params, details: params });
}
