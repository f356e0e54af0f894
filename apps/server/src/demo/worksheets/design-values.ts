/** Criteria of a control's design, in the order of `Grades`. */
const CRITERIA = [
  'purpose',
  'owner',
  'segregation',
  'frequency',
  'procedure',
  'deviations',
  'evidence',
] as const;

type Grades = readonly [
  purpose: number,
  owner: number,
  segregation: number,
  frequency: number,
  procedure: number,
  deviations: number,
  evidence: number,
];

/** Grades of the criteria of a control's design: 1, 3 or 5 each. */
export const design = (...grades: Grades): Readonly<Record<string, number>> =>
  Object.fromEntries(CRITERIA.map((criterion, index) => [`design.${criterion}.value`, grades[index] ?? 1]));
