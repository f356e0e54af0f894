import { addon, addressRange, productCalls, type AccountRow, type Edition } from '@cotejo/access-contracts';
import type { z } from 'zod';

/** Bytes per unit of the quota field. */
export const GIGABYTE = 1024 ** 3;

/** An account's data as form values. */
export interface AccountValues {
  readonly account_name: string;
  readonly pkg: string;
  readonly edition: Edition;
  readonly addons: readonly string[];
  /** Gigabytes; empty = no limit. */
  readonly quota: number | '';
  /** One address or range per line; empty = no restriction. */
  readonly ranges: string;
}

export type AccountChange = Omit<
  z.input<NonNullable<typeof productCalls.changeAccount.body>>,
  'motivo' | 'motivo_texto' | 'suspended'
>;
export type AccountFaults = Partial<Record<keyof AccountValues, 'required' | 'addon' | 'range'>>;

export const valuesOf = (row: AccountRow): AccountValues => ({
  account_name: row.account_name,
  pkg: row.pkg,
  edition: row.edition,
  addons: row.addons,
  quota: row.quota === null ? '' : row.quota / GIGABYTE,
  ranges: row.ranges.join('\n'),
});

/** Lines of an address list, trimmed and without blanks and duplicates. */
export const rangesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,;]/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

export const bytesOf = (quota: number | ''): number | null =>
  quota === '' ? null : Math.round(quota * GIGABYTE);

/** Faults that the form can detect. */
export function faultsOf(values: AccountValues): AccountFaults {
  return {
    ...(values.account_name.trim() === '' && { account_name: 'required' as const }),
    ...(values.pkg.trim() === '' && { pkg: 'required' as const }),
    ...(values.addons.some((name) => !addon.safeParse(name).success) && { addons: 'addon' as const }),
    ...(rangesOf(values.ranges).some((range) => !addressRange.safeParse(range).success) && {
      ranges: 'range' as const,
    }),
  };
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.toSorted().every((one, place) => one === b.toSorted()[place]);

/** Changed fields only, since each is an event of its own. Null when nothing changed. */
export function changesOf(row: AccountRow, values: AccountValues): AccountChange | null {
  const name = values.account_name.trim();
  const pkg = values.pkg.trim();
  const ranges = rangesOf(values.ranges);
  const quota = bytesOf(values.quota);
  const change: AccountChange = {
    ...(name !== row.account_name && { account_name: name }),
    ...(pkg !== row.pkg && { pkg }),
    ...(values.edition !== row.edition && { edition: values.edition }),
    ...(!same(values.addons, row.addons) && { addons: [...values.addons] }),
    ...(quota !== row.quota && { quota }),
    ...(!same(ranges, row.ranges) && { ranges }),
  };
  return Object.keys(change).length === 0 ? null : change;
}
