import type { FlowShape } from '@cotejo/worksheets-contracts';

/** Colours of a chart on paper; the page uses those of the colour scheme. */
export const printColours = {
  paper: '#ffffff',
  ink: '#191d27',
  quiet: '#616877',
  line: '#616877',
  shapes: { control: '#176f38', risk: '#b62525', decision: '#8f5300' } satisfies Partial<
    Record<FlowShape, string>
  > as Readonly<Partial<Record<FlowShape, string>>>,
} as const;
