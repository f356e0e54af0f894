import type { PermissionKey, Principal } from '@cotejo/access-contracts';
import type { AuditId, AuditQueries } from '@cotejo/audits-contracts';
import type { Topic } from '@cotejo/live/server';
import { REVIEW_NOTES_TOPIC, type NoteView } from '@cotejo/worksheets-contracts';
import type { DataSource } from 'typeorm';
import { mayOpenPlan } from '../may-open-plan.ts';
import { WORKSHEETS_PROJECTOR } from '../worksheets-projector.ts';
import { toNoteViews, type NoteSources } from './note-views.ts';
import { newestNoteChange, notesChangedAfter } from './read-notes.ts';

export interface ReviewNotesSources extends NoteSources {
  readonly db: Pick<DataSource, 'query'>;
  readonly audits: Pick<AuditQueries, 'admit'>;
}

/** Review notes of one audit, for users who may open its plan; rows do not depend on the user. */
export function reviewNotesTopic(sources: ReviewNotesSources): Topic<Principal, NoteView> {
  const { db, audits } = sources;
  return {
    name: REVIEW_NOTES_TOPIC,
    permission: 'plan.access' satisfies PermissionKey,
    wakeOn: [WORKSHEETS_PROJECTOR],
    authorize: (principal, key) => mayOpenPlan(audits, principal, key),
    audience: ({ accountId }) => accountId,
    head: ({ accountId }, key) => newestNoteChange(db, accountId, key as AuditId),
    async readAfter({ accountId }, key, cursor, limit) {
      const changed = await notesChangedAfter(db, accountId, key as AuditId, cursor, limit);
      return {
        rows: await toNoteViews(sources, accountId, changed),
        cursor: changed.at(-1)?.version ?? cursor,
      };
    },
  };
}
