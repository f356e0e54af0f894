import { ActionIcon, Tooltip } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';

interface ToolButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
  readonly disabled?: boolean;
}

/** A tool of the plan: a picture, its name on hover. */
export function ToolButton({ label, icon: Icon, onClick, disabled }: ToolButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={32} aria-label={label} onClick={onClick} disabled={disabled}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
