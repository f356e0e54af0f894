import { principalOfProfile } from '@cotejo/access-contracts';
import { useUser } from '@cotejo/access-web';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createAuditModel } from '@cotejo/audits-domain';
import {
  AuditPlanPage as PlanPage,
  AuditsListPage,
  auditsTranslations,
  EvaluationsPage as Evaluations,
  OwnActionPlansPage,
  TrashPage as Trash,
} from '@cotejo/audits-web';
import { addTranslations } from '@cotejo/i18n';
import { useWorkspace } from '@cotejo/ui';
import { worksheetsContractsTranslations } from '@cotejo/worksheets-contracts/translations';
import { worksheetSlices } from '@cotejo/worksheets-domain';
import { attachmentsTranslations } from '@cotejo/worksheets-web';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { evidenceBeside } from './evidence-in-plan.tsx';
import { notesBeside } from './notes-in-plan.tsx';
import { worksheetsInPlan } from './worksheets-in-plan.tsx';

/** The audit's rules with the slices of every context that lives on its stream; the server has the same. */
const model = createAuditModel(worksheetSlices);

/** What stands beside the plan. */
const beside = [notesBeside, evidenceBeside];

const texts = [
  auditsTranslations,
  auditsContractsTranslations,
  ...attachmentsTranslations,
  worksheetsContractsTranslations,
];

/** The texts of audits come with their screens, before these are first rendered; adding twice is harmless. */
function useAuditTexts(): void {
  const { i18n } = useTranslation();
  addTranslations(i18n, texts);
}

/** The audits; for the audited, who see none, the plans that they answer. */
export function HomePage() {
  useAuditTexts();
  const { me } = useWorkspace();
  return me.role === 'owner' ? (
    <OwnActionPlansPage />
  ) : (
    <AuditsListPage fieldTitle={worksheetsInPlan.fieldTitle} />
  );
}

export function AuditPlanPage() {
  useAuditTexts();
  const principal = usePrincipal();
  return (
    principal && (
      <PlanPage principal={principal} model={model} contents={worksheetsInPlan} panelsBeside={beside} />
    )
  );
}

export function TrashPage() {
  useAuditTexts();
  const principal = usePrincipal();
  return principal && <Trash principal={principal} model={model} />;
}

export function EvaluationsPage() {
  useAuditTexts();
  return <Evaluations />;
}

function usePrincipal() {
  const user = useUser();
  return useMemo(() => user && principalOfProfile(user), [user]);
}
