import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountId, UserId } from '@cotejo/access-contracts';

/** Feed cursor of a user's list of own action plans. */
@Entity({ schema: 'read', name: 'own_plans_feed', synchronize: false })
export class OwnPlansFeedEntity {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId!: AccountId;
  @PrimaryColumn('uuid', { name: 'user_id' }) userId!: UserId;
  @Column('bigint') changed!: string;
}
