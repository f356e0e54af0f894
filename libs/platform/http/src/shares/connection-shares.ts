import { Shares } from './shares.ts';

/** Connections of one kind (rooms, feeds) per user and node: several tabs with several rooms each. */
export const MOST_CONNECTIONS_OF_PERSON = 100;
/** Connections of one kind per account and node: two hundred users with ten each. */
export const MOST_CONNECTIONS_OF_ACCOUNT = 2_000;

/** Limits connections per user and account on a node, so that one user or account can't exhaust them for others. */
export function connectionShares(
  ofPerson = MOST_CONNECTIONS_OF_PERSON,
  ofAccount = MOST_CONNECTIONS_OF_ACCOUNT,
) {
  const shares = new Shares();
  return ({ accountId, userId }: { readonly accountId: string; readonly userId: string }) =>
    shares.take([
      { key: `person ${accountId} ${userId}`, most: ofPerson },
      { key: `account ${accountId}`, most: ofAccount },
    ]);
}
