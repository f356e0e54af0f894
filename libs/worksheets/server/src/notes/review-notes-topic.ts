import type { PermissionKey, Principal } from '@cotejo/access-contracts';
import { auditId, type AuditId, type AuditQueries } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import type { Topic } from '@cotejo/live/server';
import { REVIEW_NOTES_TOPIC, type NoteView } from '@cotejo/worksheets-contracts';
import type { DataSource } from 'typeorm';
import { WORKSHEETS_PROJECTOR } from '../worksheets-projector.ts';
import { toNoteViews, type NoteSources } from './note-views.ts';
import { newestNoteChange, notesChangedAfter } from './read-notes.ts';

export interface ReviewNotesSources extends NoteSources {
  readonly db: Pick<DataSource, 'query'>;
  readonly audits: Pick<AuditQueries, 'admit'>;
}

/** The review notes of one audit, for whoever may open its plan: all of them get the same rows. */
export function reviewNotesTopic(sources: ReviewNotesSources): Topic<Principal, NoteView> {
  const { db, audits } = sources;
  return {
    name: REVIEW_NOTES_TOPIC,
    permission: 'plan.access' satisfies PermissionKey,
    wakeOn: [WORKSHEETS_PROJECTOR],
    async authorize(principal, key) {
      const id = auditId.safeParse(key);
      if (!id.success) return false;
      try {
        await audits.admit(principal, id.data, 'plan.access');
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    },
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
