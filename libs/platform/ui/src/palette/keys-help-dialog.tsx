import { useTranslation } from 'react-i18next';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { Shortcut } from '../components/keys/shortcut.tsx';
import { useReturnFocus } from '../form/use-return-focus.ts';
import { useCommandGroups } from './commands.ts';
import styles from './keys-help-dialog.module.css';

/** Keys that work on every page, and in every list. */
const KEYS = {
  everywhere: [
    ['palette', ['mod+k']],
    ['search', ['/']],
    ['help', ['?']],
    ['close', ['Esc']],
  ],
  lists: [
    ['rows', ['up', 'down']],
    ['open', ['Enter']],
    ['choose', ['space']],
    ['groups', ['right', 'left']],
  ],
} as const;

/** Keyboard shortcuts of the product, and those of the page's commands. */
export function KeysHelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('ui');
  useReturnFocus();
  const ofPage = useCommandGroups()
    .filter(({ isEverywhere }) => !isEverywhere)
    .flatMap(({ commands }) => commands)
    .flatMap(({ label, keys }) => (keys === undefined ? [] : [[label, [keys]] as const]));
  const sections = [
    ...Object.entries(KEYS).map(([group, lines]) => ({
      title: t(`keys.${group}`),
      lines: lines.map(([what, keys]) => [t(`keys.of.${what}`), keys] as const),
    })),
    ...(ofPage.length > 0 ? [{ title: t('keys.page'), lines: ofPage }] : []),
  ];
  return (
    <DialogFrame opened onClose={onClose} returnFocus={false} title={t('keys.title')} size={560}>
      {sections.map(({ title, lines }) => (
        <section key={title} className={styles.section}>
          <h3>{title}</h3>
          <dl>
            {lines.map(([what, keys]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>
                  {keys.map((each) => (
                    <Shortcut key={each} keys={each === 'space' ? t('keys.space') : each} />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </DialogFrame>
  );
}
