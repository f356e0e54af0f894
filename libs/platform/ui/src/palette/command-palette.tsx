import { ActionIcon, Tooltip } from '@mantine/core';
import { Command } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromChunk } from '../components/chunk.tsx';
import { isFreeKey } from '../components/keys/free-key.ts';
import { Shortcut } from '../components/keys/shortcut.tsx';
import { useWhenIdle } from '../components/use-when-idle.ts';
import { paletteChunk } from './palette-chunk.ts';

const PaletteDialog = fromChunk(paletteChunk, (content) => content.PaletteDialog);

/**
 * Opens the commands of the page: a button for the header, and Ctrl+K or ⌘K anywhere; also `/` on pages without a
 * search of their own.
 */
export function CommandPalette() {
  const { t } = useTranslation('ui');
  const [isOpen, setOpen] = useState(false);
  useWhenIdle(paletteChunk.load);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The search of the page, which may listen later, takes the key by preventing its default.
      if (event.key === '/' && isFreeKey(event))
        return setTimeout(() => event.defaultPrevented || setOpen(true));
      const isMod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      // An editor of texts that takes the key for its links has prevented the default.
      if (!isMod || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return undefined;
      event.preventDefault();
      return setOpen((now) => !now);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Tooltip
        label={
          <>
            {t('palette.open')} <Shortcut keys="mod+k" />
          </>
        }
      >
        <ActionIcon size={36} visibleFrom="sm" aria-label={t('palette.open')} onClick={() => setOpen(true)}>
          <Command size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isOpen && <PaletteDialog onClose={close} />}
    </>
  );
}
