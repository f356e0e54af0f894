import type { AccountId } from '@cotejo/access-contracts';
import { DEFAULT_RATING_SCALE, MAX_RATING_LEVELS, type RatingScale } from '@cotejo/audits-contracts';
import type { RatingLevelState } from '@cotejo/audits-contracts/ratings';
import { IsNull, type DataSource } from 'typeorm';
import { ratingLevels } from './rating-levels.ts';

/** The account's scale of ratings, best first; the built-in one while the account has no level of its own. */
export async function readRatingScale(db: DataSource, accountId: AccountId): Promise<RatingScale> {
  const { entity } = ratingLevels.table;
  const rows: unknown = await db.getRepository(entity).findBy({ accountId, removedAt: IsNull() });
  const levels = rows as readonly RatingLevelState[];
  if (levels.length === 0) return DEFAULT_RATING_SCALE;
  return [...levels]
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_RATING_LEVELS)
    .map(({ id, name, colour }) => ({ code: id, name, colour }));
}
