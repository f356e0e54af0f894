import { TimePage as Time } from '@cotejo/audits-web';
import { model, usePrincipal } from './audit-model.ts';
import { useAuditTexts } from './audit-texts.ts';

export function TimePage() {
  useAuditTexts();
  const principal = usePrincipal();
  return principal && <Time principal={principal} model={model} />;
}
