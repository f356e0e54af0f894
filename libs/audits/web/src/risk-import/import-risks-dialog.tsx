import type { ItemId } from '@cotejo/audits-contracts';
import { allowedChildren } from '@cotejo/audits-domain';
import { DialogFrame, notify } from '@cotejo/ui';
import { Alert, Button, FileInput, Group, Select, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlacePicker } from '../actions/place-picker.tsx';
import { placesOf } from '../actions/places.ts';
import { PROBE } from '../menus/plan-menu.ts';
import { useLiveView } from '../actions/use-live-view.ts';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { newItemId } from '../session/audit-session.ts';
import { intentsOfRisks } from './intents-of-risks.ts';
import {
  mappingOf,
  MOST_RISK_ROWS,
  readRisks,
  repeatedColumns,
  type FaultyCell,
  type Mapping,
  type Sheet,
} from './read-risks.ts';
import { readWorkbook } from './read-workbook.ts';
import { RISK_FIELDS } from './risk-fields.ts';

interface ImportRisksDialogProps {
  /** Proposed place of the risks; null = the top. */
  readonly parent: ItemId | null | undefined;
  readonly onClose: () => void;
}

/** Imports risks with their controls from a workbook: file and place, columns of the fields, rows with faults. */
export function ImportRisksDialog({ parent, onClose }: ImportRisksDialogProps) {
  const { t } = useTranslation('audits-web');
  const [sheet, setSheet] = useState<Sheet | null>(null);
  return (
    <DialogFrame opened onClose={onClose} title={t('riskImport.heading')}>
      {sheet === null ? (
        <ChooseFile onRead={setSheet} onClose={onClose} />
      ) : (
        <MapColumns sheet={sheet} parent={parent} onBack={() => setSheet(null)} onClose={onClose} />
      )}
    </DialogFrame>
  );
}

interface ChooseFileProps {
  readonly onRead: (sheet: Sheet) => void;
  readonly onClose: () => void;
}

function ChooseFile({ onRead, onClose }: ChooseFileProps) {
  const { t } = useTranslation('audits-web');
  const [file, setFile] = useState<File | null>(null);
  const reading = useMutation({ meta: { shown: true }, mutationFn: readWorkbook, onSuccess: onRead });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (file) reading.mutate(file);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('riskImport.hint', { most: MOST_RISK_ROWS })}</Text>
        <FileInput
          label={t('riskImport.file')}
          placeholder={t('riskImport.choose')}
          accept=".xlsx"
          leftSection={<FileSpreadsheet size={16} aria-hidden />}
          required
          clearable
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            reading.reset();
          }}
          error={reading.isError ? t('riskImport.unreadable') : undefined}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button type="submit" disabled={file === null} loading={reading.isPending}>
            {t('riskImport.next')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface MapColumnsProps extends ImportRisksDialogProps {
  readonly sheet: Sheet;
  readonly onBack: () => void;
}

function MapColumns({ sheet, parent: proposed, onBack, onClose }: MapColumnsProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, tell, reveal, announce } = usePlan();
  const words = useRejectionText();
  const view = useLiveView();
  const [mapping, setMapping] = useState<Mapping>(() => mappingOf(sheet[0] ?? []));
  const [parent, setParent] = useState(proposed);
  const places = useMemo(
    () => placesOf(view).filter(({ type }) => allowedChildren(view.recordType, type).includes('risk')),
    [view],
  );
  const { risks, faults } = useMemo(() => readRisks(sheet, mapping, (key) => t(key)), [sheet, mapping, t]);
  const repeated = repeatedColumns(mapping);
  const controls = risks.reduce((sum, risk) => sum + risk.controls.length, 0);
  const refusal =
    parent === undefined
      ? null
      : session.judge({ kind: 'create_item', id: PROBE, type: 'risk', parent, name: '–' });

  const submit = () => {
    if (parent === undefined) return;
    const intents = intentsOfRisks(risks, parent, newItemId);
    const result = session.actTogether(intents);
    if (!tell(result)) return;
    const done = t('riskImport.done', { count: risks.length, controls });
    announce(done);
    notify.success(done);
    onClose();
    const [first] = intents;
    if (first?.kind === 'create_item') requestAnimationFrame(() => reveal(first.id));
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="sm">
          {RISK_FIELDS.map(({ id, required }) => (
            <Select
              key={id}
              label={t(`riskImport.field.${id}`)}
              required={required === true}
              placeholder={t('riskImport.no_column')}
              data={(sheet[0] ?? []).map((heading, at) => ({
                value: String(at),
                label: heading.trim() === '' ? t('riskImport.column', { number: at + 1 }) : heading,
              }))}
              value={mapping[id] === undefined ? null : String(mapping[id])}
              onChange={(at) => setMapping((now) => mapped(now, id, at))}
              clearable
              error={
                repeated.includes(id)
                  ? t('riskImport.repeated_column')
                  : required === true && mapping[id] === undefined && t('riskImport.required_column')
              }
            />
          ))}
        </SimpleGrid>
        <Faults faults={faults} />
        <PlacePicker
          label={t('riskImport.place')}
          places={places}
          refusalOf={() => null}
          value={parent}
          onChange={(place) => setParent(place.parent)}
          top={t('riskImport.top')}
        />
        {refusal && <Alert color="red">{words(refusal)}</Alert>}
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" onClick={onBack}>
            {t('riskImport.back')}
          </Button>
          <Group gap="xs">
            <Text size="sm" c="dimmed" role="status">
              {t('riskImport.read', { count: risks.length, controls })}
            </Text>
            <Button
              type="submit"
              disabled={risks.length === 0 || repeated.length > 0 || refusal !== null || parent === undefined}
            >
              {t('riskImport.submit')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

function mapped(mapping: Mapping, id: string, at: string | null): Mapping {
  const { [id]: _before, ...others } = mapping;
  return at === null ? others : { ...others, [id]: Number(at) };
}

/** Rows of the list of faults; the rest is counted. */
const FAULTS_SHOWN = 50;

function Faults({ faults }: { readonly faults: readonly FaultyCell[] }) {
  const { t } = useTranslation('audits-web');
  if (faults.length === 0) return null;
  const rows = new Set(faults.map(({ row }) => row)).size;
  return (
    <Alert color="red" title={t('riskImport.faults', { count: rows })}>
      <Table.ScrollContainer minWidth={320} mah={220}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('riskImport.row')}</Table.Th>
              <Table.Th>{t('riskImport.field_name')}</Table.Th>
              <Table.Th>{t('riskImport.fault_text')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {faults.slice(0, FAULTS_SHOWN).map(({ row, field, fault, value }) => (
              <Table.Tr key={`${row} ${field} ${fault}`}>
                <Table.Td className="num">{row}</Table.Td>
                <Table.Td>{t(`riskImport.field.${field}`)}</Table.Td>
                <Table.Td>{t(`riskImport.fault.${fault}`, { value, most: MOST_RISK_ROWS })}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {faults.length > FAULTS_SHOWN && (
        <Text size="sm">{t('riskImport.more_faults', { count: faults.length - FAULTS_SHOWN })}</Text>
      )}
    </Alert>
  );
}
