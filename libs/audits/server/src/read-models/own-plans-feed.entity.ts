import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountId, UserId } from '@cotejo/access-contracts';

/** When a person's list of own action plans last moved. */
@Entity({ schema: 'read', name: 'own_plans_feed', synchronize: false })
export class OwnPlansFeedEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'user_id' }) userId!: UserId;
  @Column('bigint') changed!: string;
}
