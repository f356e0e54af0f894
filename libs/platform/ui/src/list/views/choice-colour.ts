import { token } from '../../theme/tokens.ts';

/** The colour of an option as CSS reads it in either scheme; neutral where it has none. */
export const choiceColour = (color: string | undefined): string =>
  color === undefined ? token('ink-3') : `var(--mantine-color-${color}-filled)`;
