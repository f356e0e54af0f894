import { AuditEntity } from './audit.entity.ts';
import { AuditMemberEntity } from './audit-member.entity.ts';
import { ConcludeAudits1769600000000 } from '../migrations/0011-conclude-audits.ts';
import { ChangeEntity } from './change.entity.ts';
import { IndependenceDeclarationEntity } from './independence-declaration.entity.ts';
import { CreateAuditReadModels1763640000000 } from '../migrations/0001-create-read-models.ts';
import { CreateOwnPlans1765800000000 } from '../migrations/0002-create-own-plans.ts';
import { WidenTreeItems1766400000000 } from '../migrations/0003-widen-tree-items.ts';
import { KnowCopiedItems1766600000000 } from '../migrations/0004-know-copied-items.ts';
import { TellValues1767900000000 } from '../migrations/0005-tell-values.ts';
import { FindCoWriters1768000000000 } from '../migrations/0006-find-co-writers.ts';
import { PlanMembers1768100000000 } from '../migrations/0007-plan-members.ts';
import { RecordTime1769100000000 } from '../migrations/0009-record-time.ts';
import { PlanCosts1769300000000 } from '../migrations/0010-plan-costs.ts';
import { NameUnits1769700000000 } from '../migrations/0012-name-units.ts';
import { OwnPlansFeedEntity } from './own-plans-feed.entity.ts';
import { PlanStretches1768600000000 } from '../migrations/0008-plan-stretches.ts';
import { ProgressEntity } from './progress.entity.ts';
import { StretchEntity } from './stretch.entity.ts';
import { TimeRecordEntity } from './time-record.entity.ts';
import { TreeItemEntity } from './tree-item.entity.ts';

/** For the application's DataSource. */
export const auditEntities = [
  AuditEntity,
  AuditMemberEntity,
  IndependenceDeclarationEntity,
  StretchEntity,
  TimeRecordEntity,
  TreeItemEntity,
  ChangeEntity,
  OwnPlansFeedEntity,
  ProgressEntity,
];
export const auditMigrations = [
  CreateAuditReadModels1763640000000,
  CreateOwnPlans1765800000000,
  WidenTreeItems1766400000000,
  KnowCopiedItems1766600000000,
  TellValues1767900000000,
  FindCoWriters1768000000000,
  PlanMembers1768100000000,
  PlanStretches1768600000000,
  RecordTime1769100000000,
  PlanCosts1769300000000,
  ConcludeAudits1769600000000,
  NameUnits1769700000000,
];
