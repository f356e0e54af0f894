import { principalOfProfile } from '@cotejo/access-contracts';
import { useUser } from '@cotejo/access-web';
import { createAuditModel } from '@cotejo/audits-domain';
import { worksheetSlices } from '@cotejo/worksheets-domain';
import { useMemo } from 'react';

/** The audit's rules with the slices of every context, equal to the server's. */
export const model = createAuditModel(worksheetSlices);

export function usePrincipal() {
  const user = useUser();
  return useMemo(() => user && principalOfProfile(user), [user]);
}
