import type { AccessDirectory, Principal } from '@cotejo/access-contracts';
import { auditErrors, type RunningImport } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import type { ImportServices } from './import-services.ts';

/**
 * Ends an import that cannot continue and takes back its items; its audit becomes invisible. Acts in the name
 * of the importer, or of an administrator if the importer lost the rights. Idempotent.
 * @throws Refusal `forbidden` when no user has the rights, `room_unavailable`
 */
export async function discardImport(
  { audits, directory }: Pick<ImportServices, 'audits' | 'directory'>,
  running: RunningImport,
): Promise<void> {
  const { audit, operation } = running;
  const intent = { kind: 'discard_operation', operation };
  for (const principal of whoMayDiscard(directory, running)) {
    const { outcomes, version } = await audits.submit(audit, principal, [{ intent, base: -1 }]);
    const [outcome] = outcomes;
    // Unknown operation: it has already ended, or another node was faster.
    if (!outcome || outcome.ok || outcome.code === 'operation_unknown') {
      await audits.readable(audit, version);
      return;
    }
    if (outcome.code !== 'forbidden') throw new Refusal(auditErrors, outcome.code);
  }
  throw new Refusal(auditErrors, 'forbidden');
}

function whoMayDiscard(directory: AccessDirectory, { account, by }: RunningImport): readonly Principal[] {
  const administrators = directory.people(account).filter(({ role, active }) => role === 'admin' && active);
  return [by, ...administrators.map(({ id }) => id)].flatMap((user) => {
    const principal = directory.principalOf(account, user);
    return principal ? [principal] : [];
  });
}
