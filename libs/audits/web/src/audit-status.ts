import {
  CONTRACT_AUDIT_STATUS,
  CONTRACT_STATUS,
  STATUS_ALIASES,
  type AuditStatus,
  type ItemStatus,
} from '@cotejo/audits-contracts';
import type { StatusTone } from '@cotejo/ui';

/** Colours are fixed per status, never chosen by a screen. */
export const ITEM_STATUS_TONE: Readonly<Record<ItemStatus, StatusTone>> = {
  new: 'new',
  assigned: 'assigned',
  in_progress: 'progress',
  not_discussed: 'progress',
  completed: 'done',
  reviewed: 'reviewed',
  review_note: 'note',
  accepted: 'assigned',
  not_accepted: 'refused',
  approved: 'assigned',
  implemented: 'done',
  following_up: 'progress',
  evaluated: 'reviewed',
};

export const AUDIT_STATUS_TONE: Readonly<Record<AuditStatus, StatusTone>> = {
  not_started: 'new',
  in_progress: 'progress',
  completed: 'done',
  closed: 'reviewed',
  cancelled: 'refused',
  postponed: 'note',
};

const keyOf = <K extends string>(names: Readonly<Record<K, string>>, contract: string, otherwise: K): K =>
  (Object.keys(names) as K[]).find((key) => names[key] === contract) ?? otherwise;

/** `CULMINADO_CERRADO` is a completed audit with its closing date: it reads as closed. */
export const auditStatusOf = (contract: string): AuditStatus =>
  contract === 'CULMINADO_CERRADO' ? 'closed' : keyOf(CONTRACT_AUDIT_STATUS, contract, 'not_started');

export const itemStatusOf = (contract: string): ItemStatus =>
  STATUS_ALIASES[contract] ?? keyOf(CONTRACT_STATUS, contract, 'new');
