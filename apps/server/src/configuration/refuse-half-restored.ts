import { isDatabaseMarked, isFolderMarked } from '@cotejo/backup';
import { StartError, withOwner, type Database } from '@cotejo/database';

/**
 * Refuses to start on the remains of an interrupted restoration.
 * @throws StartError `restore_unfinished`
 */
export async function refuseHalfRestored(
  { kind, ownerUrl }: Pick<Database, 'kind' | 'ownerUrl'>,
  dataDir: string,
): Promise<void> {
  const folderMarked = kind === 'embedded' && isFolderMarked(dataDir);
  if (!folderMarked && !(await withOwner(ownerUrl, isDatabaseMarked))) return;
  const place = kind === 'embedded' ? dataDir : new URL(ownerUrl).host;
  throw new StartError('restore_unfinished', { place });
}
