import { Shares } from './shares.ts';

/** Connections of one kind (rooms, feeds) that a person may have open on a node: some tabs, each with some rooms. */
export const MOST_CONNECTIONS_OF_PERSON = 100;
/** Connections of one kind that an account may have open on a node: two hundred people with ten each. */
export const MOST_CONNECTIONS_OF_ACCOUNT = 2_000;

/** Shares of the connections of a node: who holds theirs opens no more; nobody else notices. */
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
