/** Default limit of groups and controls in a catalogue: the largest public ones have 1,400. */
export const MOST_IMPORTED_ITEMS = 20_000;
