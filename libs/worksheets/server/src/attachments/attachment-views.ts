import type { AccessDirectory, AccountId } from '@cotejo/access-contracts';
import { dayIn } from '@cotejo/i18n';
import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { personOf } from '../person-of.ts';
import type { TextVault } from '../texts/text-vault.ts';
import type { AttachmentRow } from './read-attachments.ts';

/** Sources of attachment views. */
export interface AttachmentSources {
  readonly vault: TextVault;
  readonly directory: Pick<AccessDirectory, 'person' | 'timeZone'>;
}

/**
 * Attachments as contract views, with file names and user names.
 * @throws AlteredText when a name does not match its seal
 */
export async function toAttachmentViews(
  { vault, directory }: AttachmentSources,
  account: AccountId,
  rows: readonly AttachmentRow[],
): Promise<AttachmentView[]> {
  const names = await vault.open(
    account,
    rows.map(({ name }) => name),
  );
  const person = personOf(directory, account);
  const zone = directory.timeZone(account);
  return rows.map((row) => {
    const signers = (mark: 'completed' | 'reviewed') =>
      row.signatures.filter((signature) => signature.mark === mark).map(({ by }) => person(by));
    return {
      id: row.attachmentId,
      modelId: row.itemId,
      fieldId: row.field,
      nombre_archivo: names.get(row.name.ref) ?? null,
      peso_archivo: row.bytes,
      tipo: row.mime,
      sha256: row.sha256,
      created_at: dayIn(zone, new Date(row.createdAt)),
      momento: row.createdAt,
      created_by: person(row.createdBy),
      firmas: { completado: signers('completed'), revisado: signers('reviewed') },
      revision: row.revision,
      reemplaza: row.replaces,
      reemplazado: row.replaced,
      eliminado: row.removed,
      orden: row.added,
      version: row.version,
    };
  });
}
