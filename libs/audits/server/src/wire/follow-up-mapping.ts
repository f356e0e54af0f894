import {
  CONTRACT_ITEM_TYPE,
  CONTRACT_STATUS,
  followUpType,
  type FollowUpRow,
  type FollowUpState,
} from '@cotejo/audits-contracts';
import type { FollowedUp } from '../read-models/reads/read-follow-up.ts';

export const toFollowUpState = ({
  type,
  status,
  impact,
  dueDate,
  isLate,
}: Pick<FollowedUp, 'type' | 'status' | 'impact' | 'dueDate' | 'isLate'>): FollowUpState => ({
  item_tipo: followUpType.parse(CONTRACT_ITEM_TYPE[type]),
  status: status === null ? null : CONTRACT_STATUS[status],
  impacto: impact,
  fecha_vencimiento: dueDate,
  atrasado: isLate,
});

export const toFollowUpRow = (row: FollowedUp): FollowUpRow => ({
  ...toFollowUpState(row),
  id: row.id,
  codigo: row.code,
  nombre: row.name,
  auditoria: { id: row.auditId, codigo: row.auditCode, nombre: row.auditName },
});
