import { FlowchartField } from './flowchart-field.tsx';

/** The flowchart of an understanding as a tab. */
export function FlowchartTab() {
  return <FlowchartField />;
}
