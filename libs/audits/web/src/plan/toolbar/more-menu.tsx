import { Menu } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { MenuLine } from '../../menus/row-menu.tsx';
import styles from './plan-tools.module.css';

export interface MoreLine {
  readonly key: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly shortcut?: string | undefined;
  /** Reason why it is disabled. */
  readonly refusal?: string | null;
  readonly isDanger?: boolean;
  readonly run: () => void;
}

export interface MoreGroup {
  readonly key: string;
  readonly label: string;
  readonly lines: readonly MoreLine[];
}

interface MoreMenuProps {
  readonly groups: readonly MoreGroup[];
  readonly position?: 'bottom-end' | 'top-end';
  readonly children: ReactElement;
}

/** Menu of commands in named groups. The focus returns to its button unless a command was chosen, which moves it. */
export function MoreMenu({ groups, position = 'bottom-end', children }: MoreMenuProps): ReactNode {
  const [isChosen, setChosen] = useState(false);
  return (
    <Menu
      position={position}
      withinPortal
      returnFocus={!isChosen}
      onOpen={() => setChosen(false)}
      menuItemTabIndex={0}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown className={styles.more}>
        {groups
          .filter(({ lines }) => lines.length > 0)
          .map(({ key, label, lines }) => (
            <div key={key} role="group" aria-label={label}>
              <Menu.Label>{label}</Menu.Label>
              {lines.map(({ key: line, label: words, icon: Icon, shortcut, refusal, isDanger, run }) => (
                <MenuLine
                  key={line}
                  label={words}
                  icon={<Icon size={15} aria-hidden />}
                  shortcut={shortcut}
                  refusal={refusal ?? null}
                  isDanger={isDanger ?? false}
                  onChoose={() => {
                    setChosen(true);
                    run();
                  }}
                />
              ))}
            </div>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
