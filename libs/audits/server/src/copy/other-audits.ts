import type { ItemOrigin, RecordType } from '@cotejo/audits-contracts';
import { findUses } from '../read-models/find-uses.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import type { OtherAudits } from '../room/ask-other-audits.ts';

/** What locks the risks that come from a kind of record. */
export const ORIGINS: Readonly<Partial<Record<RecordType, ItemOrigin>>> = {
  risk_library: 'library',
  risk_evaluation: 'evaluation',
};

/** As far as the read models know: they follow the log by a moment. */
export const otherAudits = (db: ReadDatabase): OtherAudits => ({
  inUse: (account, audit) => findUses(db, account, audit),
});
