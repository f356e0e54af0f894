import type { RecordType } from '@cotejo/audits-contracts';
import type { Command } from '@cotejo/ui';
import { UnstyledButton } from '@mantine/core';
import { useAtom, useAtomValue } from 'jotai';
import { Ellipsis, Inbox, MessageSquareText, Plus, Search } from 'lucide-react';
import { memo, useEffect, useRef, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useSideOptions } from '../../menus/use-side-options.ts';
import { trayAtom } from '../../session/session-atoms.ts';
import { ColumnsMenu } from '../grid/columns-menu.tsx';
import type { ColumnChoice } from '../grid/use-columns.ts';
import { filterAtom, viewSettingsAtom } from '../plan-atoms.ts';
import { usePlan } from '../plan-context.ts';
import { AddMenu } from './add-menu.tsx';
import { MoreMenu } from './more-menu.tsx';
import { countChosen, isFiltering } from './plan-filter.ts';
import styles from './phone-bar.module.css';
import { SearchField } from './search-field.tsx';

/** Panel of the notes, of another context. */
const NOTES = 'notas';
const NOTES_OPTION = `panel ${NOTES}`;

interface PhoneToolsProps {
  readonly choice: ColumnChoice;
  readonly recordType: RecordType;
  readonly isSearching: boolean;
  /** Filters beside the search field. */
  readonly children: ReactNode;
}

/** Search and filters of phones, above the tree while they are used. */
export function PhoneTools({ choice, recordType, isSearching, children }: PhoneToolsProps) {
  const { t } = useTranslation('audits-web');
  const filter = useAtomValue(filterAtom);
  const isSetting = useAtomValue(viewSettingsAtom);
  const tools = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSearching) tools.current?.querySelector('input')?.focus();
  }, [isSearching]);
  if (!isSearching && !isSetting && !isFiltering(filter)) return null;
  return (
    <div ref={tools} className={styles.tools} role="group" aria-label={t('plan.tools')}>
      <SearchField />
      {children}
      {isSetting && <ColumnsMenu choice={choice} recordType={recordType} />}
    </div>
  );
}

interface PhoneBarProps {
  readonly commands: readonly Command[];
  readonly isSearching: boolean;
  readonly onSearch: () => void;
}

/** Bar at the bottom of phones with the commands that matter there; everything else under «Más». */
export const PhoneBar = memo(function PhoneBar({ commands, isSearching, onSearch }: PhoneBarProps) {
  const { t } = useTranslation('audits-web');
  const { session, openPanel, panelsBeside } = usePlan();
  const { groups, run } = useSideOptions();
  const [filter] = useAtom(filterAtom);
  const tray = useAtomValue(trayAtom);
  const hasNotes = panelsBeside.some(({ id }) => id === NOTES);
  const chosen = countChosen(filter);
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('phone.bar')} data-bottom-bar>
      {session.mode === 'edit' && (
        <AddMenu>
          <BarButton label={t('plan.add')} icon={<Plus size={18} aria-hidden />} />
        </AddMenu>
      )}
      <BarButton
        label={chosen > 0 ? t('phone.search_count', { count: chosen }) : t('phone.search')}
        icon={<Search size={18} aria-hidden />}
        isOn={isSearching || isFiltering(filter)}
        onClick={onSearch}
      />
      {hasNotes && (
        <BarButton
          label={t('phone.notes')}
          icon={<MessageSquareText size={18} aria-hidden />}
          onClick={() => openPanel(NOTES)}
        />
      )}
      <MoreMenu
        position="top-end"
        groups={[
          ...groups.map(({ name, options }) => ({
            key: name,
            label: t(`side.group.${name}`),
            lines: options
              .filter(({ key }) => key !== NOTES_OPTION)
              .map((option) => ({ ...option, run: () => run(option.key) })),
          })),
          {
            key: 'tools',
            label: t('plan.more_tools'),
            lines: [
              ...(tray.length > 0
                ? [{ key: 'tray', label: t('tray.open'), icon: Inbox, run: () => openPanel('rechazados') }]
                : []),
              ...commands.flatMap(({ key, label, icon, isOff, run: act }) =>
                icon && isOff !== true && key !== 'keys' ? [{ key, label, icon, run: act }] : [],
              ),
            ],
          },
        ]}
      >
        <BarButton label={t('plan.more')} icon={<Ellipsis size={18} aria-hidden />} />
      </MoreMenu>
    </div>
  );
});

interface BarButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isOn?: boolean;
  readonly onClick?: () => void;
  /** Given by the menu that it opens. */
  readonly className?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

function BarButton({ label, icon, isOn = false, className = '', ...button }: BarButtonProps) {
  return (
    <UnstyledButton data-on={isOn || undefined} {...button} className={`${styles.button} ${className}`}>
      {icon}
      <span>{label}</span>
    </UnstyledButton>
  );
}
