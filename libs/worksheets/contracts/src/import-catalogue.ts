/** Groups and controls of a catalogue, unless configured otherwise: the largest public ones have 1,400. */
export const MOST_IMPORTED_ITEMS = 20_000;
