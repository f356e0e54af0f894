import { DialogFrame, Shortcut } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import styles from './plan-tools.module.css';

/** Keyboard shortcuts of the plan; alternatives for one command are listed together. */
const KEYS: readonly (readonly [
  group: string,
  lines: readonly (readonly [what: string, keys: readonly string[]])[],
])[] = [
  [
    'move_about',
    [
      ['rows', ['up', 'down']],
      ['open_close', ['right', 'left']],
      ['ends', ['home', 'end']],
      ['pages', ['page_up', 'page_down']],
      ['siblings', ['*']],
      ['type_ahead', ['abc']],
    ],
  ],
  [
    'choose',
    [
      ['one_more', ['space', 'mod+click']],
      ['range', ['shift+up', 'shift+down', 'shift+click']],
      ['all', ['mod+a']],
      ['none', ['Esc']],
    ],
  ],
  [
    'change',
    [
      ['open', ['Enter', 'double_click']],
      ['menu', ['shift+F10']],
      ['rename', ['F2']],
      ['recode', ['shift+F2']],
      ['add', ['insert']],
      ['duplicate', ['mod+d']],
      ['move', ['mod+shift+m']],
      ['order', ['alt+up', 'alt+down']],
      ['indent', ['alt+right', 'alt+left']],
      ['clipboard', ['mod+c', 'mod+x', 'mod+v']],
      ['delete', ['delete']],
      ['undo', ['mod+z']],
      ['redo', ['mod+shift+z']],
    ],
  ],
  [
    'worksheets',
    [
      ['next_sheet', ['alt+page_down']],
      ['previous_sheet', ['alt+page_up']],
      ['step_sheet', ['alt+down', 'alt+up']],
      ['tree_or_sheet', ['F6']],
      ['tabs', ['left', 'right']],
      ['close_front', ['Esc']],
    ],
  ],
  [
    'everywhere',
    [
      ['palette', ['mod+k']],
      ['search', ['/']],
      ['help', ['?']],
    ],
  ],
  [
    'while_adding',
    [
      ['next', ['Enter']],
      ['deeper', ['Tab', 'shift+Tab']],
      ['end', ['Esc']],
    ],
  ],
];

/** Dialog with the keyboard shortcuts; opened by "?". */
export function KeysDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('audits-web');
  return (
    <DialogFrame opened={opened} onClose={onClose} title={t('keys.title')} size={720}>
      <Keys />
    </DialogFrame>
  );
}

/** Separate component so that its texts are translated only while the dialog is open. */
function Keys() {
  const { t } = useTranslation('audits-web');
  /** Key names as labelled on keyboards of the interface language. */
  const labelled = (keys: string) =>
    keys
      .split('+')
      .map((key) => t(`keys.key.${key}`, { defaultValue: key }))
      .join('+');
  return (
    <>
      <p className={styles.keysText}>{t('keys.selection')}</p>
      <div className={styles.keys}>
        {KEYS.map(([group, lines]) => (
          <section key={group}>
            <h3>{t(`keys.${group}`)}</h3>
            <dl>
              {lines.map(([what, keys]) => (
                <div key={what}>
                  <dt>{t(`keys.${what}`)}</dt>
                  <dd>
                    {keys.map((each) => (
                      <Shortcut key={each} keys={labelled(each)} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
            {group === 'worksheets' && <p className={styles.rule}>{t('keys.sheet_rule')}</p>}
          </section>
        ))}
      </div>
    </>
  );
}
