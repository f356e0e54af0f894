import { Keyboard } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latePart } from '../components/chunk.tsx';
import { isFreeKey } from '../components/keys/free-key.ts';
import { useCommandGroups, useCommands } from './commands.ts';
import { paletteChunk } from './palette-chunk.ts';

const KeysHelpDialog = latePart(paletteChunk, (parts) => parts.KeysHelpDialog);

/** Key of the help; a page with keys of its own offers its help as a command with this key. */
const HELP = '?';

/** `?` opens the help with the page's shortcuts, on every page; the palette offers it, too. */
export function KeysHelp() {
  const { t } = useTranslation('ui');
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const ofPage = useCommandGroups()
    .filter(({ isEverywhere }) => !isEverywhere)
    .flatMap(({ commands }) => commands)
    .find(({ keys }) => keys === HELP);
  const hasOwn = ofPage !== undefined;
  useCommands(
    useMemo(
      () => ({
        label: t('keys.group'),
        isEverywhere: true,
        commands: hasOwn
          ? []
          : [{ key: 'keys', label: t('keys.title'), icon: Keyboard, keys: HELP, run: open }],
      }),
      [t, hasOwn, open],
    ),
  );
  const help = useEffectEvent(() => (ofPage ? ofPage.run() : open()));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== HELP || !isFreeKey(event)) return;
      event.preventDefault();
      help();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return isOpen && <KeysHelpDialog onClose={() => setOpen(false)} />;
}
