import { closeCode } from '@cotejo/rooms/protocol';
import { ConnectionBadge } from '@cotejo/ui';
import { useAtomValue } from 'jotai';
import { savingAtom } from './session-atoms.ts';

/** Saving state of the open audit, shown in the header; `onRejected` opens the refused changes. */
export function SavingBadge({ onRejected }: { readonly onRejected: () => void }) {
  const { state, code, unsent, pending, kept, rejected } = useAtomValue(savingAtom);
  const where = kept === 'none' ? {} : { kept };
  switch (state) {
    case 'refused':
      return (
        <ConnectionBadge
          state="failed"
          unsent={unsent}
          rejected={rejected}
          onRejected={onRejected}
          {...where}
        />
      );
    case 'offline':
      return (
        <ConnectionBadge state={code === closeCode.tooBusy ? 'busy' : 'offline'} unsent={unsent} {...where} />
      );
    case 'connecting':
      return <ConnectionBadge state={unsent > 0 ? 'offline' : 'connecting'} unsent={unsent} {...where} />;
    case 'saving':
      return <ConnectionBadge state="saving" unsent={pending} {...where} />;
    case 'online':
      return <ConnectionBadge state="online" rejected={rejected} onRejected={onRejected} />;
  }
}
