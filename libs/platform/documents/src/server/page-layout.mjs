export const NAVY = '#1b2a41';
export const HAIR = '#d5dbe3';
export const HEAD = '#eef2f6';
export const QUIET = '#5b6675';

/** Kinds of columns whose digits stand under each other. */
export const FIGURES = new Set(['number', 'money', 'hours', 'percent']);

/** Points of a margin at the left and right of a page. */
export const MARGIN = 32;
/** Points that a character of the size of cells takes. */
const CHARACTER = 3.5;
/** Points, the longer side first. */
const PAPER = [
  { name: 'A4', width: 842, height: 595 },
  { name: 'A3', width: 1191, height: 842 },
];

/**
 * The smallest paper on which columns have their width, and the part of it that each has, 0–1.
 * @param {readonly { width: number }[]} columns
 */
export function layOut(columns) {
  const characters = columns.reduce((sum, { width }) => sum + width, 0);
  const fits = ({ width }) => width - 2 * MARGIN >= characters * CHARACTER;
  return {
    paper: PAPER.find(fits) ?? PAPER.at(-1),
    shares: columns.map(({ width }) => width / characters),
  };
}
