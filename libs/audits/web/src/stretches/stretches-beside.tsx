import type { ItemId, StretchKind } from '@cotejo/audits-contracts';
import { CalendarRange, MapPin } from 'lucide-react';
import { StretchesPanel } from '../plan/late-parts.ts';
import type { PanelBeside } from '../plan/plan-context.ts';

interface PanelProps {
  readonly item: ItemId | null;
  readonly onClose: () => void;
}

const panelOf = (kind: StretchKind) =>
  function PanelOfKind({ item, onClose }: PanelProps) {
    return <StretchesPanel kind={kind} item={item} onClose={onClose} />;
  };

/** Side panel of the plan with the audit's sprints. */
export const sprintsBeside: PanelBeside = {
  id: 'sprints',
  title: 'audits-web:stretches.sprint.manage',
  icon: CalendarRange,
  isOfAudit: true,
  Panel: panelOf('sprint'),
};

/** Side panel of the plan with the audit's visits. */
export const visitsBeside: PanelBeside = {
  id: 'visitas',
  title: 'audits-web:stretches.visit.manage',
  icon: MapPin,
  isOfAudit: true,
  Panel: panelOf('visit'),
};
