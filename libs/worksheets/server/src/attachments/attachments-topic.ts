import type { PermissionKey, Principal } from '@cotejo/access-contracts';
import type { AuditId, AuditQueries } from '@cotejo/audits-contracts';
import type { Topic } from '@cotejo/live/server';
import { ATTACHMENTS_TOPIC, type AttachmentView } from '@cotejo/worksheets-contracts';
import type { DataSource } from 'typeorm';
import { mayOpenPlan } from '../may-open-plan.ts';
import { WORKSHEETS_PROJECTOR } from '../worksheets-projector.ts';
import { toAttachmentViews, type AttachmentSources } from './attachment-views.ts';
import { attachmentsChangedAfter, newestAttachmentChange } from './read-attachments.ts';

export interface AttachmentsTopicSources extends AttachmentSources {
  readonly db: Pick<DataSource, 'query'>;
  readonly audits: Pick<AuditQueries, 'admit'>;
}

/** Files of one audit, for users who may open its plan; rows do not depend on the user. */
export function attachmentsTopic(sources: AttachmentsTopicSources): Topic<Principal, AttachmentView> {
  const { db, audits } = sources;
  return {
    name: ATTACHMENTS_TOPIC,
    permission: 'plan.access' satisfies PermissionKey,
    wakeOn: [WORKSHEETS_PROJECTOR],
    authorize: (principal, key) => mayOpenPlan(audits, principal, key),
    audience: ({ accountId }) => accountId,
    head: ({ accountId }, key) => newestAttachmentChange(db, accountId, key as AuditId),
    async readAfter({ accountId }, key, cursor, limit) {
      const changed = await attachmentsChangedAfter(db, accountId, key as AuditId, cursor, limit);
      return {
        rows: await toAttachmentViews(sources, accountId, changed),
        cursor: changed.at(-1)?.version ?? cursor,
      };
    },
  };
}
