import type { ItemId } from '@cotejo/audits-contracts';
import type { ReactNode } from 'react';
import { FormDialog } from '../form-dialog.tsx';
import { usePlan } from '../plan/plan-context.ts';

/** What a dialog about items of the plan is opened with. */
export interface ItemsDialogProps {
  readonly ids: readonly ItemId[];
  readonly onClose: () => void;
}

/** Frame of what is done to one item, which its title names, or to many, which it counts. */
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
    <FormDialog opened onClose={onClose} title={ids.length === 1 ? title.one(name) : title.many(ids.length)}>
      {children}
    </FormDialog>
  );
}
