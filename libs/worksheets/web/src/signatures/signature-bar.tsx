import { isAudit, signatureMark, type SignatureMark } from '@cotejo/audits-contracts';
import { statusFamily } from '@cotejo/audits-domain';
import { PersonAvatar, useFormat } from '@cotejo/ui';
import { Button, Popover } from '@mantine/core';
import { Circle, CircleCheckBig } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useItem, useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import { MissingParts } from './missing-for-mark.tsx';
import { useBeginnings } from './use-beginnings.ts';
import { useSigning, type Signing } from './use-signing.ts';
import styles from './signatures.module.css';

/** Signatures of a worksheet: a verb to sign with, which becomes who signed and when. */
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

/** Signs at once when nothing is in the way; otherwise opens what is, and once signed who signed. */
function MarkButton({ mark }: { readonly mark: SignatureMark }) {
  const { t } = useTranslation(['worksheets-web', 'audits-contracts']);
  const signing = useSigning(mark);
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const { signers, standing, missing, failedUploads, bringsStatus, mayEver, isAsking } = signing;
  const isSigned = signers.length > 0;
  const isWhole = missing.length === 0 && failedUploads.length === 0;
  const isClear = !isSigned && mayEver && standing === null && isWhole && !bringsStatus;
  const click = async () => {
    if (isOpen || !isClear) setOpen(!isOpen);
    else if (!isAsking && !(await signing.sign())) setOpen(true);
  };
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
          // `disabled` would drop the focus.
          aria-disabled={isAsking || undefined}
          leftSection={isSigned ? <CircleCheckBig size={14} aria-hidden /> : <Circle size={14} aria-hidden />}
          onClick={() => void click()}
        >
          {isSigned ? (
            <WhoAndWhen mark={mark} signers={signers} />
          ) : (
            t(`worksheets-web:signature.${mayEver ? 'verb' : 'without'}.${mark}`)
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId} className={styles.popover ?? ''}>
        <h3 id={titleId} className={styles.title}>
          {t(`audits-contracts:signatureMark.${mark}`)}
        </h3>
        <MarkDetails mark={mark} signing={signing} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** «Completado por Laura Pineda · 20/11/2026 09:00»: the latest signature, and how many others there are. */
function WhoAndWhen({ mark, signers }: { readonly mark: SignatureMark } & Pick<Signing, 'signers'>) {
  const { t } = useTranslation('worksheets-web');
  const { person } = useWorksheetHost();
  const format = useFormat();
  const last = signers.at(-1);
  if (!last) return null;
  return (
    <span className={styles.signed}>
      <span>{t(`signature.by.${mark}`, { name: person(last.by)?.name ?? '' })}</span>
      {signers.length > 1 && (
        <span className={`${styles.many} num`} aria-hidden>
          +{signers.length - 1}
        </span>
      )}{' '}
      {signers.length > 1 && (
        <span className="visually-hidden">{t('signature.others', { count: signers.length - 1 })}</span>
      )}{' '}
      <time dateTime={last.at} className="num">
        {format.dateTime(last.at)}
      </time>
    </span>
  );
}

interface MarkDetailsProps {
  readonly mark: SignatureMark;
  readonly signing: Signing;
  readonly onClose: () => void;
}

function MarkDetails({ mark, signing, onClose }: MarkDetailsProps) {
  const { t } = useTranslation(['worksheets-web', 'audits-contracts']);
  const { session } = useWorksheetHost();
  const beginnings = useBeginnings();
  const { signers, isMine, standing, isUntouched, missing, isBarred, failedUploads } = signing;
  const { bringsStatus, refused } = signing;
  const name = t(`audits-contracts:signatureMark.${mark}`);
  // Closing returns the focus to the signature and prevents a second request.
  const closing = async (asked: Promise<boolean>) => {
    if (await asked) onClose();
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
      {!isMine && failedUploads.length > 0 && (
        <p className={styles.refusal}>
          {t('worksheets-web:signature.not_uploaded', { count: failedUploads.length, names: failedUploads })}
        </p>
      )}
      {!isMine && standing !== null && <p className={styles.refusal}>{standing}</p>}
      {!isMine && isUntouched && (
        <MissingParts title={t('worksheets-web:signature.begin_with')} parts={beginnings} onGo={onClose} />
      )}
      {refused !== null && (
        <p className={styles.refusal} role="alert">
          {refused}
        </p>
      )}
      {isMine
        ? signing.mayWithdraw && (
            <Button
              variant="default"
              size="xs"
              // `disabled` would drop the focus.
              aria-disabled={signing.isAsking || undefined}
              onClick={() => void closing(signing.withdraw())}
            >
              {t('worksheets-web:signature.withdraw')}
            </Button>
          )
        : session.mode === 'edit' && (
            <Button
              size="xs"
              aria-disabled={signing.isAsking || undefined}
              disabled={standing !== null || isBarred}
              onClick={() => void closing(signing.sign())}
            >
              {bringsStatus
                ? t('worksheets-web:signature.complete_and_sign', { mark: name })
                : t(`worksheets-web:signature.verb.${mark}`)}
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
