import { token } from '../../theme/tokens.ts';
import type { ChoiceLook } from '../columns/list-column.ts';

/** CSS colour of an option in both colour schemes; neutral by default. */
export function choiceColour({ color, tone }: ChoiceLook = {}): string {
  if (tone !== undefined) return token(`status-${tone}`);
  return color === undefined ? token('ink-3') : `var(--mantine-color-${color}-filled)`;
}
