import type { Principal } from '@cotejo/access-contracts';
import { timeRecordId, type AuditId, type timeCalls, type TimeRecordId } from '@cotejo/audits-contracts';
import type { ChangedTime } from '@cotejo/audits-contracts';
import { uuidOf } from '@cotejo/audits-domain';
import type { Handlers } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { changeTree, type Changed } from '../change/change-tree.ts';
import { admitToAudit } from '../policy/admit-to-audit.ts';
import { readTime } from '../read-models/reads/read-time.ts';
import { People } from '../wire/people.ts';
import { changeTimeOf, recordTimeOf, timeFor, toTimeRecord } from '../wire/time-mapping.ts';

/** Time records of an audit. */
export function timeHandlers(services: AuditsServices): Handlers<typeof timeCalls, Principal> {
  const { db, directory } = services;
  const admitted = (principal: Principal, id: AuditId) => admitToAudit(db, principal, id, 'plan.access');
  return {
    list: async ({ principal, params: { id } }) => {
      const entry = await admitToAudit(db, principal, id, 'plan.access');
      const people = new People(directory, principal.accountId);
      const records = await readTime(db, timeFor(principal, entry));
      return records.map((record) => toTimeRecord(record, people));
    },
    record: async (asked) => {
      const { principal, command, params, body } = asked;
      await admitted(principal, params.id);
      // A repeated call records the same time once.
      const record = timeRecordId.parse(uuidOf(`${command.id}/time`));
      const intent = recordTimeOf(record, body, principal.userId);
      return answerOf(record, params.id, await changeTree(services, asked, params.id, () => [intent]));
    },
    change: async (asked) => {
      const { id, registro } = asked.params;
      await admitted(asked.principal, id);
      const intent = changeTimeOf(registro, asked.body);
      return answerOf(registro, id, await changeTree(services, asked, id, () => [intent]));
    },
    remove: async (asked) => {
      const { id, registro } = asked.params;
      await admitted(asked.principal, id);
      const intent = { kind: 'remove_time_record', record: registro } as const;
      return answerOf(registro, id, await changeTree(services, asked, id, () => [intent]));
    },
  };
}

const answerOf = (id: TimeRecordId, auditoria: AuditId, { version, projected }: Changed): ChangedTime => ({
  ...{ id, auditoria, version, projected },
});
