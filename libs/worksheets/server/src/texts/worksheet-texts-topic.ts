import type { PermissionKey, Principal } from '@cotejo/access-contracts';
import type { AuditId, AuditQueries } from '@cotejo/audits-contracts';
import type { Topic } from '@cotejo/live/server';
import { WORKSHEET_TEXTS_TOPIC, type TextRevisionRow } from '@cotejo/worksheets-contracts';
import type { DataSource } from 'typeorm';
import { mayOpenPlan } from '../may-open-plan.ts';
import { WORKSHEETS_PROJECTOR } from '../worksheets-projector.ts';
import { newestTextChange, textsChangedAfter } from './read-revisions.ts';
import { toRevisionRow, type TextSources } from './text-views.ts';

export interface WorksheetTopicSources extends TextSources {
  readonly db: Pick<DataSource, 'query'>;
  readonly audits: Pick<AuditQueries, 'admit'>;
}

/** Newest revisions of an audit's texts without their content, for users who may open its plan. */
export function worksheetTextsTopic(sources: WorksheetTopicSources): Topic<Principal, TextRevisionRow> {
  const { db, audits, directory } = sources;
  return {
    name: WORKSHEET_TEXTS_TOPIC,
    permission: 'plan.access' satisfies PermissionKey,
    wakeOn: [WORKSHEETS_PROJECTOR],
    authorize: (principal, key) => mayOpenPlan(audits, principal, key),
    audience: ({ accountId }) => accountId,
    head: ({ accountId }, key) => newestTextChange(db, accountId, key as AuditId),
    async readAfter({ accountId }, key, cursor, limit) {
      const changed = await textsChangedAfter(db, accountId, key as AuditId, cursor, limit);
      return {
        rows: changed.map((row) => toRevisionRow(directory, accountId, row)),
        cursor: changed.at(-1)?.version ?? cursor,
      };
    },
  };
}
