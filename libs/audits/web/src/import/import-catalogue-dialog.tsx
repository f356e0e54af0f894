import {
  auditCalls,
  importCalls,
  importedBefore,
  UNREAD_KINDS,
  type ImportAnswer,
  type ImportCounts,
} from '@cotejo/audits-contracts';
import { ApiError, perform, performUpload } from '@cotejo/http/client';
import { DialogFrame, errorText, ProgressBar, useFormat, useWorkspace } from '@cotejo/ui';
import { Alert, Button, FileInput, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileJson } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { planPath } from '../list/plan-path.ts';
import styles from './import-catalogue-dialog.module.css';

interface ImportCatalogueDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Imports an OSCAL catalogue as an audit programme: file and name first, then progress. */
export function ImportCatalogueDialog({ opened, onClose }: ImportCatalogueDialogProps) {
  const { t } = useTranslation('audits-web');
  return (
    <DialogFrame opened={opened} onClose={onClose} title={t('import.title')}>
      <ImportCatalogue onClose={onClose} />
    </DialogFrame>
  );
}

function ImportCatalogue({ onClose }: Pick<ImportCatalogueDialogProps, 'onClose'>) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [sent, setSent] = useState(0);

  const send = useMutation({
    meta: { shown: true },
    mutationFn: ({ chosen, confirm }: { chosen: File; confirm: boolean }) =>
      performUpload(
        api,
        importCalls.begin,
        { query: { nombre: name.trim(), ...(confirm ? { confirmar: '1' } : {}) } },
        chosen,
        { onProgress: setSent },
      ),
  });

  if (send.isSuccess) return <ImportProgress started={send.data} name={name.trim()} onClose={onClose} />;

  const before =
    send.error instanceof ApiError && send.error.code === 'catalogue_imported_before'
      ? (importedBefore.safeParse(send.error.details).data ?? null)
      : null;
  const start = (confirm: boolean) => {
    if (file) send.mutate({ chosen: file, confirm });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start(false);
      }}
    >
      <Stack gap="sm">
        <p className={styles.hint}>{t('import.hint')}</p>
        <FileInput
          label={t('import.file')}
          placeholder={t('import.choose')}
          accept=".json,application/json"
          leftSection={<FileJson size={16} aria-hidden />}
          withAsterisk
          clearable
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            send.reset();
            if (chosen && name.trim() === '') setName(chosen.name.replace(/(\.oscal)?\.json$/i, ''));
          }}
        />
        <TextInput
          label={t('import.name')}
          withAsterisk
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {send.isPending && <ProgressBar percent={sent * 100} label={t('import.sending')} level="machine" />}
        {before !== null && (
          <Alert color="yellow" role="alert" title={t('import.again.title')}>
            {t('import.again.text', { name: before.nombre, code: before.codigo, date: before.fecha })}
          </Alert>
        )}
        {send.isError && before === null && (
          <Alert color="red" role="alert" title={t('import.refused')}>
            {errorText(send.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('create.cancel')}
          </Button>
          {before === null ? (
            <Button type="submit" disabled={!file || name.trim() === ''} loading={send.isPending}>
              {t('import.submit')}
            </Button>
          ) : (
            <Button onClick={() => start(true)} loading={send.isPending}>
              {t('import.again.submit')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Milliseconds between two looks at a running import. */
const LOOK_AGAIN_MS = 1_000;

/** Shows an import's progress by its audit's number of items, which grows as they are written. */
function ImportProgress({
  started,
  name,
  onClose,
}: {
  readonly started: ImportAnswer;
  /** Name of the audit, by which it is found. */
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('audits-web');
  const navigate = useNavigate();
  const { api } = useWorkspace();
  const [seen, setSeen] = useState(false);
  const { data: audit } = useQuery({
    queryKey: ['import', started.auditoria],
    queryFn: async ({ signal }) => {
      const rows = await perform(api, auditCalls.list, { query: { q: name } }, { signal });
      const row = rows.find(({ id }) => id === started.auditoria) ?? null;
      if (row) setSeen(true);
      return row;
    },
    refetchInterval: ({ state }) => (state.data?.operacion === null ? false : LOOK_AGAIN_MS),
  });

  // Plus one for the phase itself.
  const expected = 1 + started.counts.groups + started.counts.steps;
  const isDone = audit?.operacion === null;
  // A failed import removes its audit from the list.
  const hasFailed = seen && audit === null;

  return (
    <Stack gap="sm">
      <p className={styles.title}>{started.titulo}</p>
      {hasFailed ? (
        <Alert color="red" role="alert" title={t('import.refused')}>
          {t('import.failed')}
        </Alert>
      ) : (
        <>
          <ProgressBar
            percent={isDone ? 100 : ((audit?.items ?? 0) / expected) * 100}
            label={t('import.progress')}
            level="machine"
          />
          <p role="status" className={styles.hint}>
            {isDone ? t('import.done', { code: audit.codigo }) : t('import.running')}
          </p>
        </>
      )}
      <ImportReport counts={started.counts} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
        {!hasFailed && (
          <Button
            onClick={() => {
              onClose();
              void navigate(planPath(started.auditoria));
            }}
          >
            {t('import.open')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const REPORTED = [
  'groups',
  'controls',
  'enhancements',
  'steps',
  'instructions',
  'parameters',
  'withdrawn',
  'unresolved',
] as const satisfies readonly (keyof ImportCounts)[];

function ImportReport({ counts }: { readonly counts: ImportCounts }) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  return (
    <dl className={styles.report}>
      {REPORTED.filter((what) => counts[what] > 0 || what === 'steps').map((what) => (
        <div key={what}>
          <dt>{t(`import.count.${what}`)}</dt>
          <dd className="num">{format.number(counts[what], 0)}</dd>
        </div>
      ))}
      {UNREAD_KINDS.filter((kind) => counts.unread[kind] !== undefined).map((kind) => (
        <div key={kind}>
          <dt>{t(`import.unread.${kind}`)}</dt>
          <dd className="num">{format.number(counts.unread[kind] ?? 0, 0)}</dd>
        </div>
      ))}
    </dl>
  );
}
