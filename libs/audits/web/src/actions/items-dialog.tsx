import type { ItemId } from '@cotejo/audits-contracts';
import { DialogFrame } from '@cotejo/ui';
import type { ReactNode } from 'react';
import { usePlan } from '../plan/plan-context.ts';

/** Props of dialogs on items of the plan. */
export interface ItemsDialogProps {
  readonly ids: readonly ItemId[];
  readonly onClose: () => void;
}

/** Dialog frame whose title names a single item or counts several. */
export function ItemsDialog({
  ids,
  onClose,
  title,
  children,
}: ItemsDialogProps & {
  readonly title: {
    readonly one: (name: string) => string;
    readonly many: (count: number) => string;
  };
  readonly children: ReactNode;
}) {
  const { session } = usePlan();
  const [id] = ids;
  const name = (id === undefined ? undefined : session.view.get(id)?.name) ?? '';
  return (
    <DialogFrame opened onClose={onClose} title={ids.length === 1 ? title.one(name) : title.many(ids.length)}>
      {children}
    </DialogFrame>
  );
}
