import { z } from 'zod';
import { auditId, itemId } from './ids.ts';
import { CONTRACT_ITEM_TYPE, type ItemType } from './item-types.ts';

/** Target of reference fields that name a finding or action plan, in the audit named beside it. */
export const FOLLOW_UP = 'follow_up';

const { finding, action_plan } = CONTRACT_ITEM_TYPE;
/** Types of items that are followed up, by their names in the contract. */
export const followUpType = z.enum([finding, action_plan]);
/** Item type of a followed-up item's name in the contract. */
export const followUpTypeOf = (contract: string): Extract<ItemType, 'finding' | 'action_plan'> =>
  contract === action_plan ? 'action_plan' : 'finding';

/** State of a finding or action plan: `detalles` of a reference to one. */
export const followUpState = z.object({
  item_tipo: followUpType,
  status: z.string().nullable(),
  /** Of the finding, also for its plan: 0 unspecified, 1 low, 3 medium, 5 high; null = not set. */
  impacto: z.number().nullable(),
  /** yyyy-MM-dd; of a plan its implementation date, else its last planned day, else its finding's. */
  fecha_vencimiento: z.string().nullable(),
  /** The due date has passed and the plan is not implemented. */
  atrasado: z.boolean(),
});
export type FollowUpState = z.infer<typeof followUpState>;

/** An open finding or action plan. */
export const followUpRow = followUpState.extend({
  id: itemId,
  codigo: z.string().nullable(),
  nombre: z.string(),
  auditoria: z.object({ id: auditId, codigo: z.string(), nombre: z.string() }),
});
export type FollowUpRow = z.infer<typeof followUpRow>;

/** Rows of one page of findings and plans. */
export const MOST_FOLLOW_UP_ROWS = 100;
const USUAL_ROWS = 25;
const whole = (most: number) => z.coerce.number().int().min(1).max(most);

export const followUpQuery = z.object({
  /** Text in the code or name of the item or of its audit, ignoring case. */
  q: z.string().trim().max(200).optional(),
  item_tipo: followUpType.optional(),
  pagina: whole(1_000_000).default(1),
  por_pagina: whole(MOST_FOLLOW_UP_ROWS).default(USUAL_ROWS),
});
export type FollowUpQuery = z.output<typeof followUpQuery>;

export const followUpPage = z.object({
  filas: z.array(followUpRow),
  total: z.int(),
  pagina: z.int(),
  paginas: z.int(),
});
export type FollowUpPage = z.infer<typeof followUpPage>;
