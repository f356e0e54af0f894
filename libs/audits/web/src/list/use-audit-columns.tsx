import {
  auditStatus,
  CONTRACT_AUDIT_KIND,
  CONTRACT_FREQUENCY,
  CONTRACT_RECORD_TYPE,
  auditStatusOf,
  itemStatusOf,
  type AuditRow,
  type ItemStatus,
  type RatingColour,
} from '@cotejo/audits-contracts';
import { dueOfAudit, isLate, judgeProgress } from '@cotejo/audits-domain';
import type { Formatters } from '@cotejo/i18n';
import { PersonAvatar, ProgressBar, useFormat, useWorkspace } from '@cotejo/ui';
import { optionsAmong, useUnchanged, type ListColumn } from '@cotejo/ui/list';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AUDIT_STATUS_TONE } from '../audit-status.ts';
import type { FieldTitle } from '../presence/field-key.ts';
import type { WhoWorks } from '../presence/use-who-works.ts';
import { WhoIsIn } from '../presence/who-is-in.tsx';
import { statusCounts } from '../summary/status-strip.tsx';
import styles from './audits-list-page.module.css';
import { planPath } from './plan-path.ts';

type Column = ListColumn<AuditRow>;

const RATING_COLOR: Readonly<Record<RatingColour, string>> = {
  ...{ green: 'teal', yellow: 'yellow', orange: 'orange', red: 'red', grey: 'gray' },
};
const { audit_plan, financial_audit, icce } = CONTRACT_RECORD_TYPE;
const MINUTES_OF_HOUR = 60;

export interface AuditColumnOptions {
  readonly years: readonly number[];
  /** Users present in each audit, from the live feed. */
  readonly who: WhoWorks;
  readonly fieldTitle?: FieldTitle | undefined;
}

/** Columns of the list of audits. */
export function useAuditColumns(
  rows: readonly AuditRow[],
  { years, who, fieldTitle }: AuditColumnOptions,
): readonly Column[] {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { t: contractWords } = useTranslation('audits-contracts');
  const format = useFormat();
  const people = usePeopleOptions();
  const leaders = useUnchanged(useMemo(() => optionsAmong(rows, leaderOf), [rows]));
  const ratings = useUnchanged(useMemo(() => optionsAmong(rows, ratingOf), [rows]));
  const companies = useUnchanged(useMemo(() => namesAmong(rows, ({ empresa }) => empresa), [rows]));
  const units = useUnchanged(useMemo(() => namesAmong(rows, ({ unidad }) => unidad), [rows]));
  const today = format.isoDay(new Date());
  return useMemo<readonly Column[]>(() => {
    const words: CellWords = { t, contractWords, format, today };
    const named = (id: string) => ({ id, label: t(`list.column.${id}`) });
    const choice = (id: string, values: readonly string[]) => ({
      ...named(id),
      ...({ kind: 'choice', width: 130, hidden: true } as const),
      options: values.map((value) => ({ value, label: t(`list.${id}.${value}`) })),
    });
    const hours = (id: string, of: (row: AuditRow) => number): Column => ({
      ...named(id),
      ...({ kind: 'minutes', hidden: true } as const),
      value: (row) => Math.round(of(row) * MINUTES_OF_HOUR),
    });
    const stateOf = (row: AuditRow) => ({ status: auditStatusOf(row.status), endDate: row.fecha_fin });
    return [
      { ...named('code'), kind: 'text', width: 126, value: ({ codigo }) => codigo },
      {
        ...{ ...named('name'), kind: 'text', width: 260, value: ({ nombre }) => nombre },
        cell: (row) => nameCell(row, words),
      },
      {
        ...{ ...named('status'), kind: 'choice', width: 130 },
        value: ({ status }) => auditStatusOf(status),
        options: auditStatus.options.map((value) => ({
          ...{ value, label: t(`audits-contracts:auditStatus.${value}`), tone: AUDIT_STATUS_TONE[value] },
        })),
      },
      { ...named('start'), kind: 'day', width: 100, value: (row) => row.fecha_inicio },
      { ...named('end'), kind: 'day', width: 100, value: (row) => row.fecha_fin },
      {
        ...{ ...named('leader'), kind: 'person', width: 180, value: ({ lider }) => lider?.id ?? null },
        options: leaders,
      },
      {
        ...{ ...named('progress'), kind: 'percent', width: 150, value: ({ progreso }) => progreso },
        cell: (row) => progressCell(row, words),
      },
      {
        ...{ ...named('signed'), kind: 'number', width: 90, value: ({ firmas }) => firmas.completados },
        cell: (row) => signedCell(row, words),
      },
      {
        ...{ ...named('rating'), kind: 'choice', width: 200, hidden: true },
        value: ({ calificacion }) => calificacion?.name ?? null,
        options: ratings,
      },
      {
        ...{ ...named('company'), kind: 'choice', width: 180, hidden: true },
        value: ({ unidades }) => unidades[0]?.empresa ?? null,
        values: ({ unidades }) => [...new Set(unidades.map(({ empresa }) => empresa))],
        options: companies,
      },
      {
        ...{ ...named('unit'), kind: 'choice', width: 180, hidden: true },
        value: ({ unidades }) => unidades[0]?.unidad ?? null,
        values: ({ unidades }) => [...new Set(unidades.map(({ unidad }) => unidad))],
        options: units,
      },
      { ...named('concluded'), kind: 'flag', hidden: true, value: (row) => row.conclusion_firmada },
      { ...named('notes'), kind: 'number', width: 90, value: (row) => row.notas_abiertas || null },
      {
        ...{ ...named('now'), kind: 'number', width: 110, value: ({ id }) => who.get(id)?.length ?? null },
        cell: (row) => {
          const present = who.get(row.id) ?? [];
          return present.length > 0 && <WhoIsIn audit={row} people={present} fieldTitle={fieldTitle} />;
        },
      },
      {
        ...{ ...named('changed'), kind: 'moment', width: 130 },
        value: (row) => row.ultimo_cambio?.fecha ?? null,
        cell: (row) => lastChangeCell(row, words),
      },
      {
        ...{ ...named('year'), kind: 'choice', width: 80, hidden: true },
        value: (row) => String(row.ano_auditoria),
        options: years.map((year) => ({ value: String(year), label: String(year) })),
      },
      {
        ...choice('record_type', [audit_plan, financial_audit, icce]),
        value: (row) => row.record_type,
      },
      { ...choice('kind', Object.values(CONTRACT_AUDIT_KIND)), value: (row) => row.tipo_auditoria },
      { ...choice('frequency', Object.values(CONTRACT_FREQUENCY)), value: (row) => row.frequency_type },
      {
        ...{ ...named('members'), kind: 'person', width: 220, hidden: true, options: people },
        value: ({ miembros }) => miembros[0] ?? null,
        values: ({ miembros }) => miembros,
      },
      { ...named('mine'), kind: 'flag', hidden: true, value: (row) => row.in_team },
      { ...named('late'), kind: 'flag', hidden: true, value: (row) => isLate(stateOf(row), today) },
      { ...named('closed'), kind: 'day', hidden: true, value: (row) => row.fecha_cierre_real },
      hours('budgeted', (row) => row.horas_presupuestadas),
      hours('charged', (row) => row.horas_cargadas),
      { ...named('items'), kind: 'number', hidden: true, value: ({ items }) => items },
    ];
  }, [leaders, ratings, companies, units, years, who, fieldTitle, people, today, t, contractWords, format]);
}

const leaderOf = ({ lider }: AuditRow) => lider && { value: lider.id, label: lider.name };
const ratingOf = ({ calificacion: level }: AuditRow) =>
  level && { value: level.name, label: level.name, color: RATING_COLOR[level.colour] };

type AuditUnit = AuditRow['unidades'][number];

/** Names of companies or business units that occur in rows; a row may have several. */
const namesAmong = (rows: readonly AuditRow[], nameOf: (unit: AuditUnit) => string) =>
  [...new Set(rows.flatMap(({ unidades }) => unidades.map(nameOf)))]
    .toSorted((a, b) => a.localeCompare(b))
    .map((name) => ({ value: name, label: name }));

const NO_PEOPLE: readonly { readonly value: string; readonly label: string }[] = [];

/** Names of the account's people; teams are listed by id alone. */
function usePeopleOptions() {
  const { people } = useWorkspace();
  const { data } = useQuery({ queryKey: ['workspace', 'people'], queryFn: () => people() });
  return useMemo(() => data?.map(({ id, name }) => ({ value: id, label: name })) ?? NO_PEOPLE, [data]);
}

/** What cells need to write their values; see `CellWords` of the list. */
interface CellWords {
  readonly t: ReturnType<typeof useTranslation<['audits-web', 'audits-contracts']>>['t'];
  readonly contractWords: ReturnType<typeof useTranslation<'audits-contracts'>>['t'];
  readonly format: Formatters;
  /** `yyyy-MM-dd` */
  readonly today: string;
}

const nameCell = ({ id, nombre, operacion }: AuditRow, { t }: CellWords): ReactNode => (
  <span className={styles.person}>
    {/* The row it stands in would open it a second time. */}
    <Link to={planPath(id)} className={styles.link} onClick={(event) => event.stopPropagation()}>
      {nombre}
    </Link>
    {operacion !== null && (
      <Badge variant="light" size="sm">
        {t(`list.operation.${operacion}`)}
      </Badge>
    )}
  </span>
);

/** Progress coloured by the audit's dates; the items by status are told on hover. */
function progressCell(
  { nombre: name, progreso, estados, status, fecha_fin }: AuditRow,
  { t, contractWords, format, today }: CellWords,
): ReactNode {
  if (progreso === null) return null;
  const counts = statusCounts(
    new Map<ItemStatus, number>(
      Object.entries(estados).map(([itemStatus, count]) => [itemStatusOf(itemStatus), count]),
    ),
    { t: contractWords, format },
  );
  const due = dueOfAudit(auditStatusOf(status), fecha_fin);
  const { level, isLate: isOverdue } = judgeProgress(progreso, due, today);
  const late = t('progress_from.late_value', { percent: format.percent(progreso, 1) });
  return (
    <span
      className={styles.progress}
      data-late={isOverdue || undefined}
      title={[...(isOverdue ? [late] : []), ...counts].join(' · ')}
    >
      <ProgressBar
        percent={progreso}
        label={t('list.progress_of', { name })}
        decimals={1}
        level={level}
        valueText={isOverdue ? late : undefined}
      />
    </span>
  );
}

function signedCell({ firmas }: AuditRow, { t, format }: CellWords): ReactNode {
  const words = t('list.signed', {
    completed: firmas.completados,
    reviewed: firmas.revisados,
    total: firmas.contables,
  });
  return (
    <span className="num" title={words} aria-label={words} role="img">
      {format.number(firmas.completados, 0)}/{format.number(firmas.contables, 0)}
    </span>
  );
}

function lastChangeCell({ ultimo_cambio: last }: AuditRow, { format }: CellWords): ReactNode {
  if (last === null) return null;
  const { usuario, fecha } = last;
  return (
    <span className={styles.person} title={`${usuario.name} · ${format.dateTime(fecha)}`}>
      <PersonAvatar
        person={{ id: usuario.id, name: usuario.name, initials: usuario.sigla }}
        size={20}
        decorative
      />
      <span className="visually-hidden">{usuario.name}</span>
      <time dateTime={fecha}>{format.moment(fecha)}</time>
    </span>
  );
}
