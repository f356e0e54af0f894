import type { AccessDirectory, PermissionKey, Principal } from '@cotejo/access-contracts';
import {
  AUDIT_LIST_TOPIC,
  EVALUATION_LIST_TOPIC,
  readAuditListKey,
  type AuditListRow,
  type NoteTallies,
} from '@cotejo/audits-contracts';
import type { Topic } from '@cotejo/live/server';
import { toAuditListRow } from '../wire/audit-mapping.ts';
import { mayListEvaluations, mayListSome } from '../policy/audit-policy.ts';
import { countNotesOf } from '../read/count-notes.ts';
import { People } from '../wire/people.ts';
import { AUDITS_PROJECTOR } from '../read-models/audits-projector.ts';
import { listChangedAudits, newestAuditChange, type Listed } from '../read-models/reads/list-audits.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';

/** Milliseconds between two frames of a list, so that a burst of edits (an import) sends each row once. */
const REST_MS = 300;

/**
 * Feed of the account's audits, filtered by the reader's rights: a row per change, and a removal when an
 * audit leaves the reader's list. Rows say whether the reader is in the team, so frames are computed per
 * user. Its key may name years (`auditListKey`): an audit that comes to another year leaves it, and so does one of an
 * earlier year when it is closed.
 */
export const auditListTopic = (
  db: ReadDatabase,
  directory: AccessDirectory,
  notes: NoteTallies,
): Topic<Principal, AuditListRow> =>
  listTopic({ db, directory, notes }, AUDIT_LIST_TOPIC, 'audits', 'audits.list', mayListSome);

/** Feed of the account's risk evaluations and libraries. */
export const evaluationListTopic = (
  db: ReadDatabase,
  directory: AccessDirectory,
  notes: NoteTallies,
): Topic<Principal, AuditListRow> =>
  listTopic(
    { db, directory, notes },
    EVALUATION_LIST_TOPIC,
    'evaluations',
    'pyr_evaluacion.list',
    mayListEvaluations,
  );

const ALL_YEARS = { from: null, to: null, withOpen: false };

interface Sources {
  readonly db: ReadDatabase;
  readonly directory: AccessDirectory;
  readonly notes: NoteTallies;
}

function listTopic(
  { db, directory, notes }: Sources,
  name: string,
  listed: Listed,
  permission: PermissionKey,
  mayFollow: (principal: Principal) => boolean,
): Topic<Principal, AuditListRow> {
  return {
    name,
    permission,
    wakeOn: [AUDITS_PROJECTOR],
    restMs: REST_MS,
    isWhole: true,
    about: (row) => ({ id: row.id, isGone: 'removed' in row }),
    authorize: (principal, key) =>
      readAuditListKey(key)?.account === principal.accountId && mayFollow(principal),
    head: (principal) => newestAuditChange(db, principal.accountId, listed),
    async readAfter(principal, key, cursor, limit) {
      const years = readAuditListKey(key)?.years ?? ALL_YEARS;
      const changed = await listChangedAudits(db, principal, { listed, years, after: cursor, limit });
      const people = new People(directory, principal.accountId);
      const counts = await countNotesOf(notes, principal.accountId, changed.entries);
      return {
        rows: [
          ...changed.entries.map((entry) => toAuditListRow(entry, principal, people, counts)),
          ...changed.elsewhere.map(({ id, version }) => ({ id, removed: true as const, version })),
        ],
        cursor: changed.cursor,
      };
    },
  };
}
