import { createHash } from 'node:crypto';
import type { ItemId, TreeItemRead } from '@cotejo/audits-contracts';
import { livingReferences, type AuditView } from '@cotejo/audits-domain';
import { Answer } from '@cotejo/http/server';

/** Answer with the item's version as `ETag`, for later calls with `If-Match`. */
export const withVersion = <Item extends { readonly version: number }>(item: Item): Answer<Item> =>
  new Answer(item, { ETag: `"${item.version}"` });

/**
 * Answer with an item's subtree; the version is the highest among the subtree and the references to its
 * controls. The digest covers everything shown, ancestors included, so that 304 is sent only for an equal
 * answer.
 */
export function withBranchVersion(view: AuditView, branch: TreeItemRead): Answer<TreeItemRead> {
  const digest = createHash('sha256').update(JSON.stringify(branch)).digest('base64url').slice(0, 22);
  return new Answer(branch, { ETag: `"${highestVersion(view, branch)}.${digest}"` });
}

function highestVersion(view: AuditView, { id, version, compartido, items }: TreeItemRead): number {
  const shared = compartido > 0 ? livingReferences(view, id as ItemId) : [];
  return Math.max(
    version,
    ...shared.map((reference) => view.get(reference)?.version ?? -1),
    ...items.map((item) => highestVersion(view, item)),
  );
}
