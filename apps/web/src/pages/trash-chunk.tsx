import { TrashPage as Trash } from '@cotejo/audits-web';
import { model, usePrincipal } from './audit-model.ts';

export function TrashPage() {
  const principal = usePrincipal();
  return principal && <Trash principal={principal} model={model} />;
}
