import type { PermissionKey } from '@cotejo/access-contracts';
import { useMatches } from 'react-router';

/** Page titles (specification 1, section 2, followed by additional ones); keys under `titles.` in the texts. */
export const PAGE_TITLES = [
  'dashboard',
  'home',
  'risk_evaluations',
  'prioritization',
  'audit',
  'annual_plan',
  'time_report',
  'staff',
  'performance',
  'risk_library',
  'templates',
  'settings',
  'trash',
  'time',
  'profile',
  'forgot_password',
  'certificates',
  'follow_up',
  'information_requests',
  'general',
  'download',
] as const;
export type PageTitle = (typeof PAGE_TITLES)[number];

/** Route `handle` with facts about its page. */
export interface PageFlags {
  /** Document title until the page sets a more specific one; for contexts' pages, a translation key. */
  readonly title?: PageTitle | `${string}:${string}`;
  /** Any of these permissions is required; otherwise the error page is shown. */
  readonly anyOf?: readonly PermissionKey[];
  /** Action-plan owners may enter regardless of permissions. */
  readonly owners?: true;
  /** Hides the side bar. */
  readonly sideBar?: false;
  /** Without the application's menu and header. */
  readonly layout?: 'bare';
}

/** Flags of the current page; nested routes override their parents. */
export function usePageFlags(): PageFlags {
  return flagsOf(useMatches());
}

export const flagsOf = (matches: readonly { readonly handle: unknown }[]): PageFlags =>
  matches.reduce<PageFlags>((flags, { handle }) => ({ ...flags, ...(isFlags(handle) ? handle : {}) }), {});

const isFlags = (handle: unknown): handle is PageFlags => typeof handle === 'object' && handle !== null;
