import type { ListColumn } from '../columns/list-column.ts';

/** Sample row of view tests. */
export interface Task {
  readonly id: string;
  readonly title: string;
  readonly status: string | null;
  readonly person: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly minutes: number | null;
  readonly percent: number | null;
  readonly old: boolean;
  readonly at: string | null;
}

export const task = (id: string, values: Partial<Task> = {}): Task => ({
  id,
  title: `Task ${id}`,
  status: null,
  person: null,
  from: null,
  to: null,
  minutes: null,
  percent: null,
  old: false,
  at: null,
  ...values,
});

export const columns = {
  title: { id: 'title', label: 'Título', kind: 'text', value: (row) => row.title, hidden: true },
  status: {
    id: 'status',
    label: 'Estado',
    kind: 'choice',
    value: (row) => row.status,
    options: [
      { value: 'new', label: 'Pendiente' },
      { value: 'going', label: 'En proceso', color: 'yellow' },
      { value: 'done', label: 'Completado', color: 'teal' },
    ],
  },
  person: {
    id: 'person',
    label: 'Responsable',
    kind: 'person',
    value: (row) => row.person,
    options: [
      { value: 'ana', label: 'Ana Gómez' },
      { value: 'luis', label: 'Luis Rojas' },
    ],
  },
  from: { id: 'from', label: 'Inicio', kind: 'day', value: (row) => row.from },
  to: { id: 'to', label: 'Vence', kind: 'day', value: (row) => row.to },
  minutes: { id: 'minutes', label: 'Horas', kind: 'minutes', value: (row) => row.minutes },
  percent: { id: 'percent', label: 'Avance', kind: 'percent', value: (row) => row.percent },
  old: { id: 'old', label: 'Antigua', kind: 'flag', value: (row) => row.old },
  at: { id: 'at', label: 'Visita', kind: 'moment', value: (row) => row.at },
} satisfies Readonly<Record<string, ListColumn<Task>>>;

export const taskList = (rows: readonly Task[]) => ({
  rows,
  columns: Object.values<ListColumn<Task>>(columns),
  idOf: (row: Task) => row.id,
  titleOf: (row: Task) => row.title,
  fresh: new Set<string>(),
});
