import { TimePage as Time } from '@cotejo/audits-web';
import { model, usePrincipal } from './audit-model.ts';

export function TimePage() {
  const principal = usePrincipal();
  return principal && <Time principal={principal} model={model} />;
}
