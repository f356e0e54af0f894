import { TrashPage as Trash } from '@cotejo/audits-web';
import { model, usePrincipal } from './audit-model.ts';
import { useAuditTexts } from './audit-texts.ts';

export function TrashPage() {
  useAuditTexts();
  const principal = usePrincipal();
  return principal && <Trash principal={principal} model={model} />;
}
