import { createHash } from 'node:crypto';
import type { ItemId, TreeItemRead } from '@cotejo/audits-contracts';
import { livingReferences, type AuditView } from '@cotejo/audits-domain';
import { Answer } from '@cotejo/http/server';

/** An item with its version as `ETag`, for clients that come back with `If-Match`. */
export const withVersion = <Item extends { readonly version: number }>(item: Item): Answer<Item> =>
  new Answer(item, { ETag: `"${item.version}"` });

/**
 * The same of an item with what is under it, and what shares its controls: the highest version among them.
 * The digest is of all that is shown, also of what stands above it, so that an answer is only said to be the
 * same when it is.
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
