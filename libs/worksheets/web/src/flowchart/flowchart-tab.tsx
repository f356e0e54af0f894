import { SignedNotice } from '../tabs/signed-notice.tsx';
import { FlowchartField } from './flowchart-field.tsx';

/** The flowchart of an understanding, in a tab of its own. */
export function FlowchartTab() {
  return (
    <>
      <SignedNotice />
      <FlowchartField />
    </>
  );
}
