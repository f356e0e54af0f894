import {
  auditId,
  CONTRACT_RECORD_TYPE,
  teamRole,
  type AuditDetail,
  type AuditRow,
  type TeamMemberRead,
} from '@cotejo/audits-contracts';

/** An audit plan under way as lists show it, but for what a test says otherwise. */
export const givenAuditRow = (over: Partial<AuditRow> = {}): AuditRow => ({
  id: auditId.parse('00000000-0000-4000-8000-000000000001'),
  nombre: 'Compras y pagos',
  codigo: 'A-1',
  ano_auditoria: 2026,
  record_type: CONTRACT_RECORD_TYPE.audit_plan,
  status: 'EN PROCESO',
  frequency_type: 'PRG',
  tipo_auditoria: 'DFT',
  fecha_inicio: null,
  fecha_fin: null,
  fecha_cierre_real: null,
  horas_presupuestadas: 0,
  horas_cargadas: 0,
  progreso: null,
  items: 6,
  firmas: { contables: 0, completados: 0, revisados: 0 },
  estados: {},
  notas_abiertas: 0,
  ultimo_cambio: null,
  miembros: [],
  lider: null,
  unidades: [],
  created_by: { id: '00000000-0000-4000-8000-00000000000a' },
  in_team: true,
  calificacion: null,
  conclusion_firmada: false,
  operacion: null,
  version: 1,
  ...over,
});

/** The same as its own page asks for it. */
export const givenAuditDetail = ({
  id = '00000000-0000-4000-8000-000000000001',
  ...over
}: Partial<Omit<AuditDetail, 'id'>> & { readonly id?: string } = {}): AuditDetail => ({
  ...givenAuditRow({ id: auditId.parse(id) }),
  equipo: [],
  costo_presupuestado: null,
  eliminada: null,
  permissions: {},
  ...over,
});

/** The team of such a page with everything that is known of its members. */
export const givenTeam = ({ equipo, lider }: AuditDetail): TeamMemberRead[] =>
  equipo.map(({ usuario, rol }) => ({
    usuario,
    rol: { nombre: teamRole.parse(rol) },
    horas_presupuestadas: 0,
    horas_cargadas: 0,
    costo_presupuestado: 0,
    fecha_inicio: null,
    fecha_fin: null,
    esta_activo: true,
    lidera: usuario.id === lider?.id,
    visitas: [],
    independencia: null,
  }));
