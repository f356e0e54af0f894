import { AuditEntity } from './audit.entity.ts';
import { AuditMemberEntity } from './audit-member.entity.ts';
import { ChangeEntity } from './change.entity.ts';
import { CreateAuditReadModels1763640000000 } from './migrations/0001-create-read-models.ts';
import { TreeItemEntity } from './tree-item.entity.ts';

/** For the application's DataSource. */
export const auditEntities = [AuditEntity, AuditMemberEntity, TreeItemEntity, ChangeEntity];
export const auditMigrations = [CreateAuditReadModels1763640000000];
