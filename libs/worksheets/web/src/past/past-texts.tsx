import { FLOWCHART_FIELD, type WorksheetContentsView } from '@cotejo/worksheets-contracts';
import { mergeInstructions } from '@cotejo/worksheets-domain';
import { useStore } from 'jotai';
import { useWorkspace } from '@cotejo/ui';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { addressesOf, releaseImages } from '../attachments/attachment-images.ts';
import { useFieldName } from '../attachments/field-name.ts';
import { questionsIn } from '../lists/questions-in.ts';
import { RichTextView } from '../text/rich-text-view.tsx';
import { TextDiff } from '../text/text-diff.tsx';
import { ChartPicture } from './chart-picture.tsx';
import type { PastContentsProps } from './past-props.ts';
import styles from './past.module.css';
import { RestoreButton } from './restore-button.tsx';
import { textsThen, type TextThen } from './texts-then.ts';
import { useRestoreText } from './use-past-contents.ts';

/** Props of the parts of a past worksheet. */
export interface PastPartsProps extends PastContentsProps {
  /** Content at the shown version. */
  readonly shown: WorksheetContentsView;
  /** Content at the version to compare with; null = none. */
  readonly beside: WorksheetContentsView | null;
}

/** Past texts of a worksheet. */
export function PastTexts(props: PastPartsProps) {
  const { t } = useTranslation('worksheets-web');
  const { item, shown, beside, isLater } = props;
  const places = [...questionsIn(item), ...mergeInstructions(item)].map(({ id }) => id);
  const texts = textsThen(item.type, shown.textos, beside?.textos ?? null, isLater, places);
  if (texts.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>{t('past.texts')}</h3>
      {texts.map((text) => (
        // Remounted for another version, which may contain the restored text.
        <PastText key={`${text.field} ${beside?.version}`} of={props} then={text} />
      ))}
    </section>
  );
}

function PastText({ of, then }: { readonly of: PastPartsProps; readonly then: TextThen }) {
  const { t } = useTranslation('worksheets-web');
  const { audit, item, isLater, isAgainstNow } = of;
  const { field, text, differs } = then;
  const name = useFieldName(item)(field);
  const loadImage = usePastImages(audit.id);
  return (
    <article className={styles.text} aria-label={name} data-differs={differs || undefined}>
      <h4 className={styles.name}>{name}</h4>
      {text?.redactado ? (
        <p className={styles.none}>{t('text.revisions.redacted')}</p>
      ) : text?.alterado ? (
        <p className={styles.none}>{t('text.revisions.altered')}</p>
      ) : text?.cuerpo === undefined || text.cuerpo === null ? (
        <p className={styles.none}>{t(text === undefined ? 'past.unwritten' : 'text.empty')}</p>
      ) : field === FLOWCHART_FIELD ? (
        <ChartPicture body={text.cuerpo} />
      ) : (
        <RichTextView body={text.cuerpo} loadImage={loadImage} />
      )}
      {differs && <Changes {...then} isLater={isLater} />}
      {differs && isAgainstNow && text && !text.redactado && !text.alterado && (
        <RestoreText of={of} field={field} rev={text.rev} name={name} />
      )}
    </article>
  );
}

/** Difference to the other version. */
function Changes({ lines, isAlone, isLater }: TextThen & Pick<PastPartsProps, 'isLater'>) {
  const { t } = useTranslation('worksheets-web');
  const title = t(isLater ? 'past.changed_later' : 'past.changed_since');
  // The whole text is the difference, so no diff is shown.
  if (isAlone) return <p className={styles.other}>{t(isLater ? 'past.emptied_later' : 'past.text_new')}</p>;
  if (lines === null) return <p className={styles.other}>{t('past.no_words')}</p>;
  if (lines.length === 0) return <p className={styles.other}>{t('past.only_look')}</p>;
  return (
    <div className={styles.changes}>
      <p className={styles.changesTitle}>{title}</p>
      <TextDiff lines={lines} />
    </div>
  );
}

interface RestoreTextProps {
  readonly of: PastPartsProps;
  readonly field: string;
  readonly rev: number;
  readonly name: string;
}

function RestoreText({ of: { audit, item }, field, rev, name }: RestoreTextProps) {
  const { t } = useTranslation('worksheets-web');
  const label = t('past.restore');
  const restoring = useRestoreText(audit, item.id, { campo: field, rev, label });
  return <RestoreButton words={label} hint={t('past.restore_hint')} {...{ audit, name, restoring }} />;
}

/** Loads images of the past worksheet as object URLs, revoked with it. */
export function usePastImages(auditId: string): (attachment: string) => Promise<string | null> {
  const store = useStore();
  const { api } = useWorkspace();
  return useCallback(
    (attachment: string) => addressesOf(store, auditId).get(api, attachment),
    [store, api, auditId],
  );
}

/** Revokes the object URLs when the past worksheet is closed. */
export function useReleaseOfImages(auditId: string): void {
  const store = useStore();
  useEffect(() => () => releaseImages(store, auditId), [store, auditId]);
}
