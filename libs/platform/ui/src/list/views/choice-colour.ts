import { token } from '../../theme/tokens.ts';

/** CSS colour of an option in both colour schemes; neutral by default. */
export const choiceColour = (color: string | undefined): string =>
  color === undefined ? token('ink-3') : `var(--mantine-color-${color}-filled)`;
