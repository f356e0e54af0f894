import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  LOG_PROOF_HEADER,
  type AuditId,
  type ChangeFilter,
  type changeLogCalls,
  type planHistoryCalls,
} from '@cotejo/audits-contracts';
import { documentAnswer } from '@cotejo/documents/server';
import { Refusal } from '@cotejo/http/contracts';
import type { Handlers } from '@cotejo/http/server';
import { inTurn, type Asker } from '@cotejo/http/shares';
import type { AuditsServices } from '../audits-services.ts';
import { exportLog } from '../export/export-log.ts';
import type { PastAudit, PointInTime } from '../history/audit-history.ts';
import { admitToAudit } from '../policy/admit-to-audit.ts';
import { readChangesBefore, type WantedChanges } from '../read-models/reads/read-change-log.ts';
import { toChangeRow } from '../wire/change-mapping.ts';
import { toPlanAt, toPlanChanges } from '../wire/history-mapping.ts';
import { People } from '../wire/people.ts';
import { toPlanRows } from '../wire/plan-rows-mapping.ts';

/** The change log of a record. */
export function changeLogHandlers(services: AuditsServices): Handlers<typeof changeLogCalls, Principal> {
  const { db, directory } = services;
  return {
    history: async ({ principal, params: { model, id }, query: { antes, limite, ...filter } }) => {
      const { accountId } = principal;
      await admitToAudit(db, principal, id, 'plan.history', model);
      const wanted = wantedBy(filter);
      const changes = await readChangesBefore(db, accountId, id, antes ?? null, limite, wanted);
      const people = new People(directory, accountId);
      return changes.map((change) => toChangeRow(change, people));
    },
    export: async ({ principal, params, query: { formato: format, ...filter }, language, gone: signal }) => {
      const record = await admitToAudit(db, principal, params.id, 'plan.history', params.model);
      const asker: Asker = { id: principal.userId, account: principal.accountId, signal };
      const request = { principal, record, format, wanted: wantedBy(filter), language, asker };
      const { name, bytes, proof } = await inTurn(asker, exportLog(services, request));
      return documentAnswer(bytes, { name, format }, { [LOG_PROOF_HEADER]: JSON.stringify(proof) });
    },
  };
}

/** Handlers that read past versions of an audit's plan. */
export function planHistoryHandlers(services: AuditsServices): Handlers<typeof planHistoryCalls, Principal> {
  const { db, directory, rooms } = services;
  const peopleOf = ({ accountId }: Principal) => new People(directory, accountId);
  const past = async (principal: Principal, id: AuditId, point: PointInTime, signal: AbortSignal) => {
    await admitToAudit(db, principal, id, 'plan.access');
    const asker: Asker = { id: principal.userId, account: principal.accountId, signal };
    const found = await inTurn(asker, rooms.history.at(id, point, asker));
    requireOwn(principal, found);
    return found;
  };
  return {
    planAt: async ({ principal, params: { id }, query: { version, at }, gone }) =>
      toPlanAt(await past(principal, id, pointOf(version, at), gone), peopleOf(principal)),
    planRows: async ({ principal, params: { id }, query: { version, at, base }, gone }) => {
      const shown = await past(principal, id, pointOf(version, at), gone);
      // Only a cached base version is used: folding a second version would take longer than sending this one
      // whole.
      const held = base === undefined ? null : rooms.history.recall(id, base);
      return toPlanRows(shown, held, peopleOf(principal));
    },
    changes: async ({ principal, params: { id }, query: { from, to }, gone: signal }) => {
      await admitToAudit(db, principal, id, 'plan.history');
      if (to !== undefined && to < from) throw new Refusal(auditErrors, 'versions_reversed');
      const asker: Asker = { id: principal.userId, account: principal.accountId, signal };
      const until: PointInTime = to === undefined ? 'now' : { version: to };
      const between = rooms.history.between(id, { version: from }, until, asker);
      const [before, after] = await inTurn(asker, between);
      requireOwn(principal, after);
      return toPlanChanges(before, after, peopleOf(principal), rooms.history.slices);
    },
  };
}

/** Read-model filter for the query parameters. */
const wantedBy = ({ persona, tipo, item, rama, desde, hasta }: ChangeFilter): WantedChanges => ({
  actors: persona ?? null,
  types: tipo ?? null,
  item: item === undefined ? null : { id: item, withBranch: rama === true },
  since: desde ?? null,
  until: hasta ?? null,
});

const pointOf = (version: number | undefined, at: string | undefined): PointInTime =>
  version !== undefined ? { version } : at !== undefined ? { moment: microsOf(at) } : 'now';

/** Audits of other accounts are reported as missing, so that their existence is not revealed. */
function requireOwn({ accountId }: Principal, past: PastAudit): void {
  if (past.state.account !== accountId) throw new Refusal(auditErrors, 'audit_not_found');
}

/**
 * Microseconds since 1970 of an ISO 8601 moment with an offset; `Date` alone would drop the last three
 * digits.
 */
function microsOf(moment: string): bigint {
  const micros = /\.(\d+)/.exec(moment)?.[1]?.slice(0, 6).padEnd(6, '0') ?? '0';
  return BigInt(Date.parse(moment.replace(/\.\d+/, ''))) * 1_000n + BigInt(micros);
}
