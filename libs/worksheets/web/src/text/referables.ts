import type { AuditView, TreeNode } from '@cotejo/audits-domain';
import { itemsInOrder } from '../host/items-in-order.ts';
import type { WorksheetHost } from '../host/worksheet-host.ts';
import type { Referable, ReferenceSource } from './references.ts';

/** Maximum number of suggestions. */
const MOST = 8;

/** Normalizes for search: without accents, lower case. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Users matching a query: first those with the name or a word of it starting with the query. */
export function peopleCalled<P extends { readonly name: string; readonly initials: string }>(
  people: readonly P[],
  query: string,
): readonly P[] {
  const sought = folded(query);
  const begins: P[] = [];
  const holds: P[] = [];
  for (const person of people) {
    const words = folded(`${person.name} ${person.initials}`);
    if (` ${words}`.includes(` ${sought}`)) begins.push(person);
    else if (words.includes(sought)) holds.push(person);
  }
  return [...begins, ...holds].slice(0, MOST);
}

/** Objects that can be referenced in a text: users of the audit, and items of its plan. */
export const referablesOf = (host: WorksheetHost, words: ReferenceSource['words']): ReferenceSource => ({
  words,
  announce: host.announce,
  people: (query) =>
    peopleCalled(host.team, query).map(({ id, name, initials }) => ({ id, label: name, detail: initials })),
  items: (query) => itemsFound(host.session.view, folded(query)),
});

function itemsFound(view: AuditView, sought: string): readonly Referable[] {
  const found: Referable[] = [];
  for (const node of itemsInOrder(view)) {
    if (folded(`${node.code ?? ''} ${node.name}`).includes(sought)) found.push(referable(node));
    if (found.length === MOST) break;
  }
  return found;
}

const referable = ({ id, code, name }: TreeNode): Referable =>
  code === null ? { id, label: name } : { id, label: code, detail: name };
