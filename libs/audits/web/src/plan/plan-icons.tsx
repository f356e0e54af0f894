import type { ItemType } from '@cotejo/audits-contracts';
import {
  Boxes,
  Check,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  ClipboardCheck,
  ClipboardList,
  CloudUpload,
  Coins,
  FileSearch,
  Flag,
  Layers,
  Link2,
  ListChecks,
  ListTodo,
  Lock,
  MessageCircleQuestion,
  MoreHorizontal,
  Network,
  Share2,
  ShieldCheck,
  SquareCheck,
  Target,
  TriangleAlert,
  UserPlus,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { memo } from 'react';

const ICONS = {
  phase: Flag,
  business_unit: Network,
  macroprocess: Boxes,
  process: Workflow,
  activity: Layers,
  materiality_activity: Coins,
  lead_schedule: ClipboardList,
  understanding: FileSearch,
  risk: TriangleAlert,
  control: ShieldCheck,
  control_test: ClipboardCheck,
  finding: CircleAlert,
  action_plan: ListTodo,
  evaluation: Target,
  step: SquareCheck,
  inspection: ListChecks,
  inspection_item: ListChecks,
  materiality: Coins,
  survey: MessageCircleQuestion,
  reference: ShieldCheck,
  link: Link2,
  opened: ChevronDown,
  closed: ChevronRight,
  signed: Check,
  more: MoreHorizontal,
  assign: UserPlus,
  unsent: CloudUpload,
  lock: Lock,
  shared: Share2,
} satisfies Record<ItemType, LucideIcon> & Record<string, LucideIcon>;

export type PlanIconName = keyof typeof ICONS;

const idOf = (name: string): string => `plan-icon-${name}`;

/** Every picture of the rows, drawn once and out of sight: a row only points to them. */
export const PlanIconSheet = memo(function PlanIconSheet() {
  return (
    <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden>
      {Object.entries(ICONS).map(([name, Icon]) => (
        <symbol key={name} id={idOf(name)} viewBox="0 0 24 24">
          <Icon size={24} strokeWidth={name === 'signed' ? 2.8 : 2} />
        </symbol>
      ))}
    </svg>
  );
});

export function PlanIcon({ name, size = 14 }: { readonly name: PlanIconName; readonly size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden>
      <use href={`#${idOf(name)}`} />
    </svg>
  );
}
