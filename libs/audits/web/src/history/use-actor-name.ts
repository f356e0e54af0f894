import { systemTaskOf, type ChangeRow } from '@cotejo/audits-contracts';
import { useTranslation } from 'react-i18next';

/** Who made a change: a person by name, or what the server did by itself. */
export function useActorName(): (actor: ChangeRow['actor']) => string {
  const { t } = useTranslation('audits-contracts');
  return ({ id, name }) => {
    const task = systemTaskOf(id);
    return task === null ? name : t(`audits-contracts:systemActors.${task}`);
  };
}
