import { isAudit, signatureMark, type SignatureMark } from '@cotejo/audits-contracts';
import { markingIntent, marksOn, statusFamily } from '@cotejo/audits-domain';
import { PersonAvatar, useFormat } from '@cotejo/ui';
import { Button, Popover } from '@mantine/core';
import { CircleCheck, CircleCheckBig } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useItem, useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import { useWorksheetText } from '../text/use-worksheet-text.ts';
import { MissingParts, useMissingFor } from './missing-for-mark.tsx';
import { useIsUntouched } from './use-is-untouched.ts';
import { signMark } from './sign-mark.ts';
import styles from './signatures.module.css';

/** Signatures of a worksheet with signer, time and version; and buttons to sign or withdraw. */
export function SignatureBar() {
  const node = useItem();
  const isWork = useOfAudit((view) => isAudit(view.recordType));
  const family = node ? statusFamily(node.type) : null;
  // Action plans are not signed: they are answered, implemented and evaluated.
  if (!isWork || family === null || family === 'action_plan') return null;
  return (
    <div className={styles.bar}>
      {signatureMark.options.map((mark) => (
        <MarkButton key={mark} mark={mark} />
      ))}
    </div>
  );
}

function MarkButton({ mark }: { readonly mark: SignatureMark }) {
  const { t } = useTranslation(['worksheets-web', 'audits-contracts']);
  const { person } = useWorksheetHost();
  const node = useItem();
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  if (!node) return null;
  const signers = marksOn(node, mark).map(({ by }) => person(by)?.name ?? '');
  const name = t(`audits-contracts:signatureMark.${mark}`);
  const isSigned = signers.length > 0;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top-start"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className={styles.mark ?? ''}
          data-mark={mark}
          data-signed={isSigned || undefined}
          aria-label={
            isSigned
              ? t('worksheets-web:signature.signed_by', { mark: name, names: signers })
              : t('worksheets-web:signature.unsigned', { mark: name })
          }
          leftSection={
            isSigned ? <CircleCheckBig size={14} aria-hidden /> : <CircleCheck size={14} aria-hidden />
          }
          onClick={() => setOpen(!isOpen)}
        >
          {name}
          {signers.length > 1 && <span className={`${styles.many} num`}>{signers.length}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId} className={styles.popover ?? ''}>
        <h3 id={titleId} className={styles.title}>
          {name}
        </h3>
        <MarkDetails mark={mark} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface MarkDetailsProps {
  readonly mark: SignatureMark;
  readonly onClose: () => void;
}

function MarkDetails({ mark, onClose }: MarkDetailsProps) {
  const { t } = useTranslation(['worksheets-web', 'audits-contracts']);
  const host = useWorksheetHost();
  const { itemId, session, words, announce } = host;
  const node = useItem();
  const text = useWorksheetText();
  const missing = useMissingFor(mark);
  const isUntouched = useIsUntouched() && mark === 'completed';
  const [refused, setRefused] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const bringsStatus = useOfAudit((view) => {
    const shown = view.get(itemId);
    return shown !== undefined && markingIntent(view, shown, mark, null).kind === 'change_status';
  });
  const judged = useOfAudit((view) => {
    const shown = view.get(itemId);
    const rejection = shown ? session.judge(markingIntent(view, shown, mark, null)) : null;
    return rejection === null ? null : `${rejection.code} ${words(rejection)}`;
  });
  const mayWithdraw = useOfAudit(
    () => session.mode === 'edit' && session.judge({ kind: 'withdraw_signature', id: itemId, mark }) === null,
  );
  if (!node) return null;
  const signers = marksOn(node, mark);
  const isMine = signers.some(({ by }) => by === session.me);
  const refusal = judged === null ? null : judged.slice(judged.indexOf(' ') + 1);
  const standing = refusal ?? (isUntouched ? t('worksheets-web:signature.untouched') : null);
  const isBarred = missing.some(({ isMaybe }) => !isMaybe);
  const name = t(`audits-contracts:signatureMark.${mark}`);

  const ask = async (act: () => ReturnType<typeof host.request>, done: string) => {
    if (isAsking) return;
    setAsking(true);
    setRefused(null);
    const rejection = await act();
    setAsking(false);
    if (rejection) {
      setRefused(words(rejection));
      return;
    }
    announce(done);
    // Closing first returns the focus to the signature and prevents a second withdrawal.
    onClose();
  };
  return (
    <>
      {signers.length === 0 ? (
        <p className={styles.none}>{t('worksheets-web:signature.nobody')}</p>
      ) : (
        <ul className={styles.signers}>
          {signers.map((signature) => (
            <Signer key={signature.by} {...signature} />
          ))}
        </ul>
      )}
      {bringsStatus && standing === null && (
        <p className={styles.none}>{t('worksheets-web:signature.status_first', { mark: name })}</p>
      )}
      {!isMine && standing === null && <MissingParts parts={missing} onGo={onClose} />}
      {!isMine && standing !== null && <p className={styles.refusal}>{standing}</p>}
      {refused !== null && (
        <p className={styles.refusal} role="alert">
          {refused}
        </p>
      )}
      {isMine
        ? mayWithdraw && (
            <Button
              variant="default"
              size="xs"
              // `disabled` would drop the focus.
              aria-disabled={isAsking || undefined}
              onClick={() =>
                void ask(
                  () => host.request({ kind: 'withdraw_signature', id: itemId, mark }),
                  t('worksheets-web:signature.withdrawn', { mark: name }),
                )
              }
            >
              {t('worksheets-web:signature.withdraw')}
            </Button>
          )
        : session.mode === 'edit' && (
            <Button
              size="xs"
              aria-disabled={isAsking || undefined}
              disabled={standing !== null || isBarred}
              onClick={() =>
                void ask(
                  () => signMark(host, itemId, mark, text?.document ? text.connection : null),
                  t('worksheets-web:signature.done', { mark: name }),
                )
              }
            >
              {t(`worksheets-web:signature.${bringsStatus ? 'complete_and_sign' : 'sign'}`, { mark: name })}
            </Button>
          )}
    </>
  );
}

interface SignerProps {
  readonly by: string;
  readonly at: string;
  readonly version: number;
  readonly content?: string | undefined;
}

/** A signature; voided ones are not kept, so each covers the current content. */
function Signer({ by, at, version, content }: SignerProps) {
  const { t } = useTranslation('worksheets-web');
  const { person } = useWorksheetHost();
  const format = useFormat();
  const who = person(by);
  return (
    <li>
      {who && <PersonAvatar person={who} size={22} decorative />}
      <span className={styles.who}>
        <span>{who?.name}</span>
        <span className={styles.when}>
          <time dateTime={at}>{format.moment(at)}</time> ·{' '}
          <span className="num">{t('signature.version', { version: version + 1 })}</span>
        </span>
      </span>
      <span className={styles.stands} title={content}>
        {t(content === undefined ? 'signature.before' : 'signature.stands')}
      </span>
    </li>
  );
}
