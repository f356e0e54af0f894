import type { ItemType } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '../model/model.ts';

type Suggestion = readonly [prefix: string, width: number];

/** Prefix and width of suggested codes; other types have a code only if the user enters one. */
const SUGGESTED: Readonly<Partial<Record<ItemType, Suggestion>>> = {
  risk: ['R', 3],
  control: ['C', 3],
  control_test: ['PV', 2],
  finding: ['H', 2],
  action_plan: ['PA', 2],
};

/** Up to nine digits, so that a number typed by a user stays within exact integers. */
const NUMBERED = /^([A-Z]{1,4})-(\d{1,9})$/;

/**
 * The next free code for a new item, e.g. `R-012`; null for types without suggested codes. Codes of deleted
 * items stay taken. In the browser it is a suggestion: the server decides the final code.
 */
export function nextCode(view: AuditView, type: ItemType): string | null {
  const suggested = SUGGESTED[type];
  return suggested ? codeOf(suggested, view.highestCode(suggested[0]) + 1) : null;
}

/** Codes for several new items in sequence: the next free ones of an existing audit, else from 1. */
export function codesAfter(view: Pick<AuditView, 'highestCode'> | null): (type: ItemType) => string | null {
  const used = new Map<string, number>();
  return (type) => {
    const suggested = SUGGESTED[type];
    if (!suggested) return null;
    const number = (used.get(suggested[0]) ?? view?.highestCode(suggested[0]) ?? 0) + 1;
    used.set(suggested[0], number);
    return codeOf(suggested, number);
  };
}

const codeOf = ([prefix, width]: Suggestion, number: number): string =>
  `${prefix}-${String(number).padStart(width, '0')}`;

function numberOf(code: string | null): readonly [prefix: string, number: number] | null {
  const match = code === null ? null : NUMBERED.exec(code);
  return match ? [match[1] as string, Number(match[2])] : null;
}

/**
 * Highest number per prefix, updated with every change of a node; reflects present nodes only, not history.
 */
export class CodeNumbers {
  private highest = new Map<string, number>();

  /** `nodes` returns all nodes; it is called again only after the highest code was removed. */
  constructor(private readonly nodes: () => Iterable<TreeNode>) {}

  replace(old: TreeNode | undefined, node: TreeNode | undefined): void {
    if (old?.code === node?.code) return;
    const before = numberOf(old?.code ?? null);
    if (before && this.highest.get(before[0]) === before[1]) this.highest.delete(before[0]);
    const after = numberOf(node?.code ?? null);
    if (!after) return;
    const known = this.highest.get(after[0]);
    if (known !== undefined && known < after[1]) this.highest.set(after[0], after[1]);
  }

  of(prefix: string): number {
    const known = this.highest.get(prefix);
    if (known !== undefined) return known;
    const found = highestAmong(prefix, this.nodes());
    this.highest.set(prefix, found);
    return found;
  }

  clear(): void {
    this.highest = new Map();
  }

  /** Copies the numbers of another instance; both are independent afterwards. */
  beginAs(other: CodeNumbers): void {
    this.highest = new Map(other.highest);
  }
}

/** Highest number of a prefix among nodes; 0 when there is none. */
export function highestAmong(prefix: string, nodes: Iterable<TreeNode>): number {
  let highest = 0;
  for (const node of nodes) {
    const numbered = numberOf(node.code);
    if (numbered && numbered[0] === prefix && numbered[1] > highest) highest = numbered[1];
  }
  return highest;
}
