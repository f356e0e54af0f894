import { ratingLevelRecord } from '@cotejo/audits-contracts/ratings';
import { rules } from '@cotejo/record';

export const ratingLevelRules = rules(ratingLevelRecord, { states: {}, fold: {}, derive: {} });
