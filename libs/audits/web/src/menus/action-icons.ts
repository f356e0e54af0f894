import type { ItemType } from '@cotejo/audits-contracts';
import {
  ArrowUpRight,
  CalendarDays,
  CalendarRange,
  CircleDot,
  ClipboardPaste,
  Copy,
  CopyPlus,
  CornerDownRight,
  FolderInput,
  FolderPlus,
  Hash,
  History,
  Link2,
  ListPlus,
  LocateFixed,
  PanelRight,
  Pencil,
  PenLine,
  ShieldPlus,
  SquareCheckBig,
  Trash2,
  TriangleAlert,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import type { RowAction } from './plan-menu.ts';

export const ACTION_ICON: Readonly<Record<Exclude<RowAction, 'beside'>, LucideIcon>> = {
  open: PanelRight,
  original: LocateFixed,
  other_audit: ArrowUpRight,
  rename: Pencil,
  recode: Hash,
  dates: CalendarDays,
  status: CircleDot,
  sign: PenLine,
  assign: UserPlus,
  stretches: CalendarRange,
  history: History,
  paste: ClipboardPaste,
  duplicate: CopyPlus,
  copy: Copy,
  move: FolderInput,
  share: Link2,
  delete: Trash2,
};

const ADD_ICON: Readonly<Partial<Record<ItemType, LucideIcon>>> = {
  phase: FolderPlus,
  business_unit: FolderPlus,
  risk: TriangleAlert,
  control: ShieldPlus,
  control_test: SquareCheckBig,
  step: ListPlus,
};

export const addIcon = (type: ItemType): LucideIcon => ADD_ICON[type] ?? CornerDownRight;
