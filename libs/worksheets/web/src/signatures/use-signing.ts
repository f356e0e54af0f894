import type { Rejection, Signature, SignatureMark } from '@cotejo/audits-contracts';
import { markingIntent, marksOn } from '@cotejo/audits-domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnderWay, useUploadsTo } from '../attachments/uploads-atoms.ts';
import { useItem, useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import { useWorksheetText } from '../text/use-worksheet-text.ts';
import { useMissingFor, type MissingPart } from './missing-for-mark.tsx';
import { signMark } from './sign-mark.ts';
import { useIsUntouched } from './use-is-untouched.ts';

/** One mark of the surrounding worksheet, and what this user may do about it. */
export interface Signing {
  /** Oldest first. */
  readonly signers: readonly Signature[];
  readonly isMine: boolean;
  /** Why the user may not sign now, as a text; null when only `missing` is in the way, or nothing. */
  readonly standing: string | null;
  /** Nothing was written in the worksheet yet. */
  readonly isUntouched: boolean;
  readonly missing: readonly MissingPart[];
  /** A missing part bars the signature; others may be satisfied by files that only the server knows. */
  readonly isBarred: boolean;
  /** Names of files that did not get into the worksheet. */
  readonly failedUploads: readonly string[];
  /** In an ICCE audit the signature follows the status, which signing changes. */
  readonly bringsStatus: boolean;
  readonly mayWithdraw: boolean;
  /** The user may change the audit, and may set this mark at all. */
  readonly mayEver: boolean;
  readonly isAsking: boolean;
  /** The server's reason for refusing the last request, as a text. */
  readonly refused: string | null;
  /** Resolves to true once the server has accepted. */
  sign(): Promise<boolean>;
  withdraw(): Promise<boolean>;
}

export function useSigning(mark: SignatureMark): Signing {
  const { t } = useTranslation(['worksheets-web', 'audits-contracts']);
  const host = useWorksheetHost();
  const { itemId, session, words, announce } = host;
  const node = useItem();
  const text = useWorksheetText();
  const missing = useMissingFor(mark);
  const isUntouched = useIsUntouched() && mark === 'completed';
  // A file that arrives after the signature would void it.
  const uploads = useUploadsTo(itemId).map(({ upload }) => upload);
  const isUploading = uploads.some(isUnderWay);
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
  const signers = node ? marksOn(node, mark) : [];
  const refusal = judged === null ? null : judged.slice(judged.indexOf(' ') + 1);
  const name = t(`audits-contracts:signatureMark.${mark}`);
  const untouched = isUntouched ? t('worksheets-web:signature.untouched') : null;

  const ask = async (act: () => Promise<Rejection | null>, done: string): Promise<boolean> => {
    if (isAsking) return false;
    setAsking(true);
    setRefused(null);
    const rejection = await act();
    setAsking(false);
    if (rejection) setRefused(words(rejection));
    else announce(done);
    return rejection === null;
  };
  return {
    signers,
    isMine: signers.some(({ by }) => by === session.me),
    standing: refusal ?? (isUploading ? t('worksheets-web:signature.uploading') : untouched),
    isUntouched: isUntouched && refusal === null && !isUploading,
    missing,
    isBarred: missing.some(({ isMaybe }) => !isMaybe),
    failedUploads: uploads.filter(({ status }) => status === 'failed').map(({ name: file }) => file),
    bringsStatus,
    mayWithdraw,
    mayEver: session.mode === 'edit' && judged?.startsWith('forbidden ') !== true,
    isAsking,
    refused,
    sign: () =>
      ask(
        () => signMark(host, itemId, mark, text?.document ? text.connection : null),
        t('worksheets-web:signature.done', { mark: name }),
      ),
    withdraw: () =>
      ask(
        () => host.request({ kind: 'withdraw_signature', id: itemId, mark }),
        t('worksheets-web:signature.withdrawn', { mark: name }),
      ),
  };
}
