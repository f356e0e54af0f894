import { SignedNotice } from '../tabs/signed-notice.tsx';
import { FlowchartField } from './flowchart-field.tsx';

/** The flowchart of an understanding as a tab. */
export function FlowchartTab() {
  return (
    <>
      <SignedNotice />
      <FlowchartField />
    </>
  );
}
