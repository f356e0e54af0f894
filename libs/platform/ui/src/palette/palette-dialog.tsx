import { Combobox, Modal, ScrollArea, TextInput, useCombobox } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Shortcut } from '../components/keys/shortcut.tsx';
import { findCommands } from './find-commands.ts';
import { useCommandGroups, type Command, type CommandGroup } from './commands.ts';
import { pageActions } from './page-actions.ts';
import styles from './palette-dialog.module.css';

interface PaletteDialogProps {
  readonly onClose: () => void;
}

/** Registered groups, with the actions of the page that no group has, before the groups of every page. */
function useOfferedGroups(): readonly CommandGroup[] {
  const { t } = useTranslation('ui');
  const groups = useCommandGroups();
  // Read again with the groups: the page may still be loading when the palette opens.
  const actions = pageActions(new Set(groups.flatMap(({ commands }) => commands).map(({ label }) => label)));
  const ofPage = groups.filter(({ isEverywhere }) => !isEverywhere);
  const everywhere = groups.filter(({ isEverywhere }) => isEverywhere);
  const page = { label: t('palette.page'), commands: actions };
  return actions.length === 0 ? groups : [page, ...ofPage, ...everywhere];
}

/** Its `aria-controls` and `aria-expanded` are set by the target around it. */
const ROLE = { role: 'combobox' };

/** The palette itself, open while it is mounted. */
export function PaletteDialog({ onClose }: PaletteDialogProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState('');
  const found = findCommands(useOfferedGroups(), text);
  const [before] = useState(() => document.activeElement);

  // The focus goes back before a command runs, which may move it on to what it opens.
  const end = (chosen: Command | null) => {
    onClose();
    requestAnimationFrame(() => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      chosen?.run();
    });
  };
  const combobox = useCombobox({ opened: true, onDropdownClose: () => end(null) });
  // Once the options are drawn.
  const selectFirst = () => requestAnimationFrame(() => void combobox.selectFirstOption());
  const begin = useEffectEvent(selectFirst);
  useEffect(() => void begin(), []);
  const choose = (value: string) => {
    const [group, ...key] = value.split(' ');
    const commands = found.find(({ index }) => String(index) === group)?.commands ?? [];
    end(commands.find((command) => command.key === key.join(' ')) ?? null);
  };

  return (
    <Modal
      opened
      onClose={() => end(null)}
      withCloseButton={false}
      returnFocus={false}
      padding={0}
      size={560}
      yOffset="12dvh"
      transitionProps={{ duration: 0 }}
      aria-label={t('palette.open')}
    >
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.Target withExpandedAttribute>
          <TextInput
            {...ROLE}
            variant="unstyled"
            size="md"
            className={styles.search}
            leftSection={<Search size={16} aria-hidden />}
            aria-label={t('palette.search')}
            placeholder={t('palette.search')}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              selectFirst();
            }}
            data-autofocus
          />
        </Combobox.Target>
        <ScrollArea.Autosize mah="min(420px, 60dvh)" type="scroll" className={styles.list}>
          <Combobox.Options aria-label={t('palette.open')}>
            {found.map(({ label, commands, index }) => (
              <Combobox.Group key={index} label={label}>
                {commands.map(({ key, label: name, icon: Icon, keys }) => (
                  <Combobox.Option key={key} value={`${index} ${key}`} className={styles.command}>
                    {Icon && <Icon size={15} aria-hidden />}
                    <span className={styles.name}>{name}</span>
                    {keys !== undefined && <Shortcut keys={keys} />}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
            {found.length === 0 && <Combobox.Empty>{t('palette.nothing')}</Combobox.Empty>}
          </Combobox.Options>
        </ScrollArea.Autosize>
      </Combobox>
    </Modal>
  );
}
