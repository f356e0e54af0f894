import type { RatingColour } from '@cotejo/audits-contracts';

/** Colours of Mantine's palette, for charts and boards. */
export const RATING_COLOR: Readonly<Record<RatingColour, string>> = {
  green: 'teal',
  yellow: 'yellow',
  orange: 'orange',
  red: 'red',
  grey: 'gray',
};
