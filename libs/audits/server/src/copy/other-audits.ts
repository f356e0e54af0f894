import type { ItemOrigin, RecordType } from '@cotejo/audits-contracts';
import { findUses } from '../read-models/reads/find-uses.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import type { OtherAudits } from '../room/ask-other-audits.ts';

/** Origin recorded for risks copied from a kind of record; it locks some of their fields. */
export const ORIGINS: Readonly<Partial<Record<RecordType, ItemOrigin>>> = {
  risk_library: 'library',
  risk_evaluation: 'evaluation',
};

/** Reads the read models, which follow the log with a short delay. */
export const otherAudits = (db: ReadDatabase): OtherAudits => ({
  inUse: (account, audit) => findUses(db, account, audit),
});
