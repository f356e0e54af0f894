import type { PermissionKey } from '@cotejo/access-contracts';
import { useMatches } from 'react-router';

/** Names of pages (specification 1, section 2, and ours after them); under `titles.` of the texts. */
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
  'profile',
  'forgot_password',
  'certificates',
  'follow_up',
  'information_requests',
  'users',
  'slots',
  'roles',
  'security',
  'general',
  'accounts',
  'log_status',
  'download',
] as const;
export type PageTitle = (typeof PAGE_TITLES)[number];

/** What a route says of its page: its `handle`. */
export interface PageFlags {
  /** The browser's title until the page says a nearer one; of a context's page, the key of its words. */
  readonly title?: PageTitle | `${string}:${string}`;
  /** Whoever holds none of these gets the error page. */
  readonly anyOf?: readonly PermissionKey[];
  /** The audited find something of theirs here, whatever they hold. */
  readonly owners?: true;
  /** Hides the side bar. */
  readonly sideBar?: false;
  /** Stands alone, without menu and header of the application. */
  readonly layout?: 'bare';
}

/** The flags of the page on screen; a page within another says what counts. */
export function usePageFlags(): PageFlags {
  return flagsOf(useMatches());
}

export const flagsOf = (matches: readonly { readonly handle: unknown }[]): PageFlags =>
  matches.reduce<PageFlags>((flags, { handle }) => ({ ...flags, ...(isFlags(handle) ? handle : {}) }), {});

const isFlags = (handle: unknown): handle is PageFlags => typeof handle === 'object' && handle !== null;
