/** All colours of the product, once for each colour scheme. CSS reads them as `var(--<name>)`. */
export const lightTokens = {
  paper: '#f7f6f3',
  surface: '#ffffff',
  raised: '#ffffff',
  ink: '#191d27',
  'ink-2': '#474e5d',
  'ink-3': '#616877',
  line: '#e5e2db',
  'line-strong': '#d3cfc6',
  /** Borders that alone identify a control (WCAG 1.4.11). */
  'line-control': '#8d8a83',
  accent: '#2546b5',
  'accent-hover': '#1d3996',
  'accent-soft': '#e9eefc',
  'on-solid': '#ffffff',
  hover: '#f1efea',
  touch: '#fff6d6',
  'status-new': '#616877',
  'status-assigned': '#2563b8',
  'status-progress': '#955700',
  'status-done': '#0a726d',
  'status-reviewed': '#197a3d',
  'status-note': '#8a3ab9',
  'status-rejected': '#c02a2a',
  /** Refused or given up: no fault, hence no red. */
  'status-refused': '#474e5d',
  'danger-hover': '#a02020',
  'risk-low': '#176f38',
  'risk-low-soft': '#e4f4e8',
  'risk-mid': '#8f5300',
  'risk-mid-soft': '#fdf0d9',
  'risk-high': '#b62525',
  'risk-high-soft': '#fde6e4',
  /** Icons of item types. */
  'type-understanding': '#4d6b1f',
  'type-risk': '#b3401f',
  'type-control': '#0b7a75',
  'type-test': '#2563b8',
  'type-finding': '#b4236b',
  'type-action-plan': '#6a4bc4',
  'type-evaluation': '#8a3ab9',
  'type-step': '#5b6472',
  'type-inspection': '#197a3d',
  'type-materiality': '#a05a00',
  /** Far apart from each other in OKLab (0.16 at least), so that ten people are told apart; no red, which is for risk. */
  'person-1': '#703f0e',
  'person-2': '#bb550e',
  'person-3': '#376ceb',
  'person-4': '#690a5a',
  'person-5': '#943fc0',
  'person-6': '#666f81',
  'person-7': '#b70f61',
  'person-8': '#0c7219',
  'person-9': '#124356',
  'person-10': '#3226ac',
} as const;

export type Token = keyof typeof lightTokens;

export const darkTokens: Readonly<Record<Token, string>> = {
  paper: '#11141a',
  surface: '#171b23',
  raised: '#1c212b',
  ink: '#eceef3',
  'ink-2': '#b7becb',
  'ink-3': '#98a0af',
  line: '#272d38',
  'line-strong': '#353d4a',
  'line-control': '#6b7484',
  accent: '#91a9ff',
  'accent-hover': '#a9bcff',
  'accent-soft': '#1f2947',
  'on-solid': '#11141a',
  hover: '#1f2530',
  touch: '#3a3213',
  'status-new': '#98a0af',
  'status-assigned': '#7db3ff',
  'status-progress': '#f0b354',
  'status-done': '#4fd1c5',
  'status-reviewed': '#63cf87',
  'status-note': '#cf9bf2',
  'status-rejected': '#ff8f87',
  'status-refused': '#b7becb',
  'danger-hover': '#ffa9a2',
  'risk-low': '#63cf87',
  'risk-low-soft': '#15301f',
  'risk-mid': '#f0b354',
  'risk-mid-soft': '#3a2c10',
  'risk-high': '#ff8f87',
  'risk-high-soft': '#421d1c',
  'type-understanding': '#b5cf5f',
  'type-risk': '#ff9d7a',
  'type-control': '#4fd1c5',
  'type-test': '#7db3ff',
  'type-finding': '#ff8bbd',
  'type-action-plan': '#b49cff',
  'type-evaluation': '#dd9df5',
  'type-step': '#aab4c4',
  'type-inspection': '#63cf87',
  'type-materiality': '#f0b354',
  'person-1': '#e0dc3c',
  'person-2': '#fa8f19',
  'person-3': '#37c0de',
  'person-4': '#e8cdcb',
  'person-5': '#d79afc',
  'person-6': '#928875',
  'person-7': '#e15e8e',
  'person-8': '#4db550',
  'person-9': '#29f7bf',
  'person-10': '#707bee',
};

export const PERSON_COLOURS = 10;

/** Tokens as CSS custom properties. */
export function cssVariables(tokens: Readonly<Record<Token, string>>): Record<`--${Token}`, string> {
  return Object.fromEntries(Object.entries(tokens).map(([name, colour]) => [`--${name}`, colour])) as Record<
    `--${Token}`,
    string
  >;
}

/** CSS reference to a token, valid in both colour schemes. */
export function token(name: Token): string {
  return `var(--${name})`;
}
