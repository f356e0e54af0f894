import type { AuditStatus, ItemStatus } from '@cotejo/audits-contracts';
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
