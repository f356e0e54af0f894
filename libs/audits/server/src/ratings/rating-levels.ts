import { ratingLevelErrors } from '@cotejo/audits-contracts/ratings';
import { ratingLevelRules } from '@cotejo/audits-domain/ratings';
import { serve } from '@cotejo/record/server';

/** Levels of accounts' scales of ratings. */
export const ratingLevels = serve(ratingLevelRules, {
  ...{ since: 1_769_600_000_001, version: 1 },
  errors: ratingLevelErrors,
});
