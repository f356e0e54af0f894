import { memo } from 'react';
import { PLAN_ICONS, type PlanIconName } from './icon-set.ts';

const idOf = (name: string): string => `plan-icon-${name}`;

/** Hidden SVG sprite of the row icons: rows reference symbols instead of repeating paths. */
export const PlanIconSheet = memo(function PlanIconSheet() {
  return (
    <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden>
      {Object.entries(PLAN_ICONS).map(([name, Icon]) => (
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
