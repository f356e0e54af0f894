import type { ItemType } from '@cotejo/audits-contracts';

const LISTED = /^(instruction|question)\.[^.]+\./;

/** Translation key of a text's name, with namespace. */
export const textLabelKey = (type: ItemType, field: string): string =>
  `worksheets-contracts:texts.${type}.${field.replace(LISTED, '$1.*.')}`;
