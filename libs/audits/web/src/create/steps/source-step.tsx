import {
  auditCalls,
  CONTRACT_ITEM_TYPE,
  CONTRACT_RECORD_TYPE,
  evaluationCalls,
  treeCalls,
  type AuditRow,
  type CarryPreview,
  type TreeItemRead,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useFormat, useWorkspace } from '@cotejo/ui';
import { Checkbox, Radio, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import styles from '../create-audit.module.css';
import { sourcesOf, templatesOf } from '../sources-of-kind.ts';
import { useWizard } from '../wizard-context.ts';
import { isWholeCopy, SOURCES, withOrigin } from '../wizard-draft.ts';
import { CREATE_WORDS } from '../words.ts';

/** What the audit begins with: a template, nothing, another audit, or a unit of a risk evaluation. */
export function SourceStep() {
  const { t } = useTranslation(CREATE_WORDS);
  const { can } = useWorkspace();
  const { draft, set, templates, errorOf } = useWizard();
  const offered = sourcesOf(draft.kind, templates, can('pyr_evaluacion.list'));
  const ofKind = templatesOf(draft.kind, templates);
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('source')}
        value={draft.source}
        onChange={(value) => {
          const source = SOURCES.find((each) => each === value) ?? draft.source;
          set({ source, from: '', fromName: '', unit: '', unitName: '' });
        }}
      >
        <Stack gap={10} mt={8}>
          {offered.map((source) => (
            <Radio
              key={source}
              value={source}
              label={t(`sources.${source}.label`)}
              description={t(`sources.${source}.hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {(draft.source === 'template' || draft.source === 'evaluation') && (
        <Select
          label={t('template')}
          withAsterisk
          allowDeselect={false}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={ofKind.map(({ id, nombre }) => ({ value: id, label: nombre }))}
          description={ofKind.find(({ id }) => id === draft.template)?.fases.join(' · ')}
          value={draft.template === '' ? null : draft.template}
          onChange={(template) => set({ template: template ?? '' })}
          error={errorOf('template')}
        />
      )}
      {isWholeCopy(draft) && <AuditSource />}
      {draft.source === 'evaluation' && <EvaluationSource />}
    </Stack>
  );
}

const optionOf = ({ id, codigo, nombre }: AuditRow) => ({ value: id, label: `${codigo} · ${nombre}` });

/** Audit of the same kind, and what is taken over from it. */
function AuditSource() {
  const { t } = useTranslation(CREATE_WORDS);
  const { api } = useWorkspace();
  const { draft, set, errorOf, preview, today } = useWizard();
  const audits = useQuery({
    queryKey: ['audits', 'sources', draft.kind],
    queryFn: ({ signal }) =>
      perform(api, auditCalls.list, { query: { record_type: draft.kind } }, { signal }),
  });
  const rows = (audits.data ?? []).filter(({ operacion }) => operacion === null);
  return (
    <>
      <Select
        label={t(draft.source === 'copy' ? 'from.copy' : 'from.roll_forward')}
        withAsterisk
        searchable
        allowDeselect={false}
        limit={200}
        data={rows.map(optionOf)}
        placeholder={t(audits.isLoading ? 'loading' : 'from.choose')}
        nothingFoundMessage={t('nothing_found')}
        value={draft.from === '' ? null : draft.from}
        onChange={(id) => {
          const row = rows.find((each) => each.id === id);
          if (row) set((before) => withOrigin(before, row, today));
        }}
        error={errorOf('from')}
      />
      {preview && <Brought preview={preview} />}
    </>
  );
}

/** What the chosen audit brings in any case, and what is chosen. */
function Brought({ preview }: { readonly preview: CarryPreview }) {
  const { t } = useTranslation(CREATE_WORDS);
  const { draft, set } = useWizard();
  const format = useFormat();
  const { equipo, hallazgos_abiertos: findings, riesgos_calificados: rated, sprints } = preview;
  return (
    <Stack gap="sm">
      <div>
        <h3 className={styles.subtitle}>{t('brought.title')}</h3>
        <ul className={styles.counts}>
          {Object.entries(preview.elementos).map(([type, count]) => (
            <li key={type}>
              {t(`audits-contracts:itemType.${TYPE_OF.get(type) ?? 'step'}`)}:{' '}
              <b className="num">{format.number(count, 0)}</b>
            </li>
          ))}
          {sprints > 0 && (
            <li>
              {t('brought.sprints')}: <b className="num">{sprints}</b>
            </li>
          )}
        </ul>
        <p className={styles.note}>{t('brought.never')}</p>
      </div>
      {draft.source === 'copy' ? (
        <p className={styles.note}>{t('brought.all', { team: equipo.length, findings, rated })}</p>
      ) : (
        <fieldset className={styles.choices}>
          <legend>{t('brought.choose')}</legend>
          <Checkbox
            label={t('brought.team', { count: equipo.length })}
            description={equipo.map(({ name }) => name).join(', ')}
            checked={draft.takesTeam}
            onChange={(event) => set({ takesTeam: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('brought.findings', { count: findings })}
            description={t('brought.findings_hint')}
            checked={draft.takesFindings}
            onChange={(event) => set({ takesFindings: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('brought.ratings', { count: rated })}
            description={t('brought.ratings_hint')}
            checked={draft.takesRatings}
            onChange={(event) => set({ takesRatings: event.currentTarget.checked })}
          />
        </fieldset>
      )}
    </Stack>
  );
}

const TYPE_OF = new Map<string, string>(
  Object.entries(CONTRACT_ITEM_TYPE).map(([type, contract]) => [contract, type]),
);

interface UnitOption {
  readonly id: string;
  readonly name: string;
  readonly level: number;
}

/** Groups of an evaluation with their level, in the order of its tree. */
const unitsOf = (items: readonly TreeItemRead[], level = 0): readonly UnitOption[] =>
  items.flatMap(({ id, _nombre, item_tipo, items: below }) =>
    item_tipo.startsWith('GR_') ? [{ id, name: _nombre, level }, ...unitsOf(below, level + 1)] : [],
  );

/** A risk evaluation and its auditable unit. */
function EvaluationSource() {
  const { t } = useTranslation(CREATE_WORDS);
  const { api } = useWorkspace();
  const { draft, set, errorOf } = useWizard();
  const evaluations = useQuery({
    queryKey: ['evaluations', 'sources'],
    queryFn: ({ signal }) =>
      perform(
        api,
        evaluationCalls.list,
        { query: { record_type: CONTRACT_RECORD_TYPE.risk_evaluation } },
        { signal },
      ),
  });
  const tree = useQuery({
    queryKey: ['evaluations', 'units', draft.from],
    enabled: draft.from !== '',
    queryFn: ({ signal }) =>
      perform(api, treeCalls.tree, { params: { model: 'evaluacion', id: draft.from } }, { signal }),
  });
  const rows = evaluations.data ?? [];
  const units = unitsOf(tree.data ?? []);
  return (
    <>
      <Select
        label={t('from.evaluation')}
        withAsterisk
        searchable
        allowDeselect={false}
        data={rows.map(optionOf)}
        placeholder={t(evaluations.isLoading ? 'loading' : 'from.choose')}
        nothingFoundMessage={t('nothing_found')}
        value={draft.from === '' ? null : draft.from}
        onChange={(id) => {
          const row = rows.find((each) => each.id === id);
          if (row) set({ from: row.id, fromName: `${row.codigo} · ${row.nombre}`, unit: '', unitName: '' });
        }}
        error={errorOf('from')}
      />
      <Select
        label={t('from.unit')}
        description={t(draft.from === '' ? 'from.unit_first' : 'from.unit_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        searchable
        allowDeselect={false}
        disabled={draft.from === ''}
        data={units.map(({ id, name, level }) => ({ value: id, label: `${'— '.repeat(level)}${name}` }))}
        placeholder={t(tree.isLoading ? 'loading' : 'from.choose')}
        nothingFoundMessage={t('nothing_found')}
        value={draft.unit === '' ? null : draft.unit}
        onChange={(id) => {
          const unit = units.find((each) => each.id === id);
          if (unit)
            set((before) => ({
              ...before,
              unit: unit.id,
              unitName: unit.name,
              name: before.name === '' ? unit.name : before.name,
            }));
        }}
        error={errorOf('unit')}
      />
    </>
  );
}
