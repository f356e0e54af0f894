import { principalOfProfile } from '@cotejo/access-contracts';
import { useUser } from '@cotejo/access-web';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { createAuditModel } from '@cotejo/audits-domain';
import {
  AuditPlanPage as PlanPage,
  AuditsListPage,
  auditsTranslations,
  OwnActionPlansPage,
} from '@cotejo/audits-web';
import { addTranslations } from '@cotejo/i18n';
import { useWorkspace } from '@cotejo/ui';
import { worksheetsContractsTranslations } from '@cotejo/worksheets-contracts/translations';
import { stepProgrammeSlice } from '@cotejo/worksheets-domain';
import { worksheetPanels, worksheetsTranslations } from '@cotejo/worksheets-web';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The audit's rules with the slice of every context that lives on its stream; the server has the same. */
const model = createAuditModel([stepProgrammeSlice]);

const texts = [
  auditsTranslations,
  auditsContractsTranslations,
  worksheetsTranslations,
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
  return me.role === 'owner' ? <OwnActionPlansPage /> : <AuditsListPage />;
}

export function AuditPlanPage() {
  useAuditTexts();
  const user = useUser();
  const principal = useMemo(() => user && principalOfProfile(user), [user]);
  return principal && <PlanPage principal={principal} model={model} panels={worksheetPanels} />;
}
