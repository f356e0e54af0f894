export { FlowchartField } from './flowchart-field.tsx';
export { FlowchartTab } from './flowchart-tab.tsx';
