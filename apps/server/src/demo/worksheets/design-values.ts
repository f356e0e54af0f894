/** Criteria of a control's design, in the order in which they are judged here. */
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

/** How each criterion of a control's design was judged: 1, 3 or 5. */
export const design = (...grades: Grades): Readonly<Record<string, number>> =>
  Object.fromEntries(CRITERIA.map((criterion, index) => [`design.${criterion}.value`, grades[index] ?? 1]));
