import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@cotejo/event-store';

/** An event of about 0.4 KB, like the rename of a step in a plan. */
export function makeEvent(n: number): NewEvent {
  return {
    id: randomUUID(),
    type: 'TreeItemRenamed',
    schemaVersion: 1,
    data: {
      id: randomUUID(),
      name: `Conciliación bancaria de la cuenta ${n}`,
      from: 'Revisión de los soportes de pago a proveedores del periodo',
      overwrote: null,
      order: `a${n}V`,
    },
    meta: {
      actor: '0f4a1d62-9d0b-4b53-8b6e-2d1f3f1f7c55',
      at: '2026-03-01T12:00:00.000Z',
      account: '5b0e6c8e-6a55-4a2c-9a59-1c9c2f1c8f10',
      command: `command-${n}`,
    },
  };
}

export const makeEvents = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, n) => makeEvent(n));
