import { signatureMark, type ItemId, type SignatureMark } from '@cotejo/audits-contracts';
import { displayName } from '@cotejo/audits-domain';
import { DialogFrame } from '@cotejo/ui';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import { askServer } from '../session/ask-server.ts';
import styles from './dialogs.module.css';
import {
  signatureChoice,
  signMany,
  withdrawMany,
  type Outcome,
  type SignatureChoice,
  type Unsigned,
} from './many-signatures.ts';
import { useLiveView } from './use-live-view.ts';
import { useRefusedMark } from './use-refused-mark.ts';

interface SignDialogProps {
  readonly ids: readonly ItemId[];
  readonly onClose: () => void;
}

/** Signs the items of a selection with one mark; items that cannot be signed are listed with the reason. */
export function SignDialog({ ids, onClose }: SignDialogProps) {
  const { t } = useTranslation('audits-web');
  const [isBusy, setBusy] = useState(false);
  return (
    <DialogFrame
      opened
      onClose={() => {
        if (!isBusy) onClose();
      }}
      title={t('signing.title', { count: ids.length })}
    >
      <SignForm ids={ids} onClose={onClose} onBusy={setBusy} />
    </DialogFrame>
  );
}

interface SignFormProps extends SignDialogProps {
  readonly onBusy: (isBusy: boolean) => void;
}

/** Result, with its mark. */
interface Done extends Outcome {
  readonly mark: SignatureMark;
  readonly what: 'signed' | 'withdrawn';
}

function SignForm({ ids, onClose, onBusy }: SignFormProps) {
  const { session, announce } = usePlan();
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const [progress, setProgress] = useState<number | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const asking = {
    view: session.view,
    ask: (intent: Parameters<typeof askServer>[1]) => askServer(session, intent),
  };

  const run = async (
    what: Done['what'],
    mark: SignatureMark,
    act: (told: (done: number) => void) => Promise<Outcome>,
  ) => {
    onBusy(true);
    setProgress(0);
    const outcome = await act(setProgress);
    setProgress(null);
    setDone({ ...outcome, mark, what });
    onBusy(false);
    const word = t(`audits-contracts:signatureMark.${mark}`);
    announce(t(`signing.${what}`, { count: outcome.done.length, mark: word }));
  };

  if (done)
    return (
      <Report
        done={done}
        progress={progress}
        onWithdraw={() =>
          void run('withdrawn', done.mark, (told) => withdrawMany(asking, done.done, done.mark, told))
        }
        onClose={onClose}
      />
    );
  return (
    <ChooseMark
      ids={ids}
      progress={progress}
      onSign={({ mark, may }) => void run('signed', mark, (told) => signMany(asking, may, mark, told))}
      onClose={onClose}
    />
  );
}

interface ChooseMarkProps extends SignDialogProps {
  /** Number of answers so far while signing. */
  readonly progress: number | null;
  readonly onSign: (choice: SignatureChoice) => void;
}

function ChooseMark({ ids, progress, onSign, onClose }: ChooseMarkProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session } = usePlan();
  const view = useLiveView();
  const choices = useMemo(
    () =>
      signatureMark.options.map((mark) =>
        signatureChoice(view, ids, mark, (intent) => session.judge(intent)),
      ),
    [view, ids, session],
  );
  const [picked, setPicked] = useState<SignatureMark>(
    () => choices.find(({ may }) => may.length > 0)?.mark ?? 'completed',
  );
  const choice = choices.find(({ mark }) => mark === picked);
  if (!choice) return null;
  const work = choice.may.length + choice.barred.length;
  const without = ids.length - work;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (choice.may.length > 0) onSign(choice);
      }}
    >
      <Stack gap="sm">
        {without > 0 && (
          <Text size="sm" c="dimmed">
            {t('signing.without', { count: without })}
          </Text>
        )}
        <Radio.Group
          label={t('signing.mark')}
          value={picked}
          onChange={(value) => setPicked(signatureMark.parse(value))}
        >
          <Stack gap={2} mt={6}>
            {choices.map(({ mark, may }) => (
              <Radio
                key={mark}
                value={mark}
                className={styles.radio}
                disabled={progress !== null}
                label={t('signing.choice', {
                  mark: t(`audits-contracts:signatureMark.${mark}`),
                  count: may.length,
                  work,
                })}
                {...(mark === picked ? { 'data-autofocus': true } : {})}
              />
            ))}
          </Stack>
        </Radio.Group>
        <UnsignedList title={t('signing.barred', { count: choice.barred.length })} items={choice.barred} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={progress !== null} onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button type="submit" disabled={choice.may.length === 0} loading={progress !== null}>
            {t('signing.submit', { count: choice.may.length })}
          </Button>
        </Group>
        <Progress done={progress} of={choice.may.length} />
      </Stack>
    </form>
  );
}

interface ReportProps {
  readonly done: Done;
  readonly progress: number | null;
  readonly onWithdraw: () => void;
  readonly onClose: () => void;
}

function Report({ done, progress, onWithdraw, onClose }: ReportProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const mark = t(`audits-contracts:signatureMark.${done.mark}`);
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {t(`signing.${done.what}`, { count: done.done.length, mark })}
      </Text>
      <UnsignedList
        title={t(`signing.not_${done.what}`, { count: done.refused.length })}
        items={done.refused}
        onOpen={onClose}
      />
      <Group justify="flex-end" gap="xs">
        {done.what === 'signed' && done.done.length > 0 && (
          <Button variant="default" loading={progress !== null} onClick={onWithdraw}>
            {t('signing.withdraw', { count: done.done.length })}
          </Button>
        )}
        <Button disabled={progress !== null} onClick={onClose} data-autofocus>
          {t('signing.close')}
        </Button>
      </Group>
      <Progress done={progress} of={done.done.length} />
    </Stack>
  );
}

function Progress({ done, of }: { readonly done: number | null; readonly of: number }) {
  const { t } = useTranslation('audits-web');
  if (done === null) return null;
  return (
    <Text size="sm" c="dimmed" className="num">
      {t('signing.progress', { done, of })}
    </Text>
  );
}

interface UnsignedListProps {
  readonly title: string;
  readonly items: readonly Unsigned[];
  /** The entries link to their worksheets and close this dialog. */
  readonly onOpen?: () => void;
}

/** Items by code and name, each with the reason. */
function UnsignedList({ title, items, onOpen }: UnsignedListProps) {
  const { session, openItem } = usePlan();
  const words = useRefusedMark();
  const { view } = session;
  if (items.length === 0) return null;
  return (
    <div>
      <p className={styles.label}>{title}</p>
      <ul className={styles.unsigned}>
        {items.map(({ id, rejection }) => {
          const node = view.get(id);
          const code = node?.code ?? null;
          const name = node ? displayName(view, node).name : '';
          return (
            <li key={id}>
              {code !== null && <span className="code">{code}</span>}{' '}
              {onOpen ? (
                <button
                  type="button"
                  className={styles.link}
                  onClick={() => {
                    onOpen();
                    openItem(id);
                  }}
                >
                  {name}
                </button>
              ) : (
                name
              )}
              <div className={styles.hint}>{words(rejection)}</div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
