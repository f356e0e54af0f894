import { systemTaskOf, type ChangeRow } from '@cotejo/audits-contracts';
import { useTranslation } from 'react-i18next';

/** Display name of a change's author: a user's name, or the name of a system task. */
export function useActorName(): (actor: ChangeRow['actor']) => string {
  const { t } = useTranslation('audits-contracts');
  return ({ id, name }) => {
    const task = systemTaskOf(id);
    return task === null ? name : t(`audits-contracts:systemActors.${task}`);
  };
}
