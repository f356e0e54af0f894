import { Shortcut } from '@cotejo/ui';
import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, Ref } from 'react';

interface ToolButtonProps extends Omit<ComponentProps<'button'>, keyof ActionIconProps | 'ref'> {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** Shown in the tooltip, see `Shortcut`. */
  readonly shortcut?: string | undefined;
  /** Its menu or panel is open: the tooltip is suppressed. */
  readonly isOpen?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Icon button of the plan with its name as tooltip. */
export function ToolButton({ label, icon: Icon, shortcut, isOpen = false, ...button }: ToolButtonProps) {
  return (
    <Tooltip
      label={
        <>
          {label} {shortcut !== undefined && <Shortcut keys={shortcut} />}
        </>
      }
      disabled={isOpen}
    >
      <ActionIcon variant="default" size={32} aria-label={label} {...button}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
