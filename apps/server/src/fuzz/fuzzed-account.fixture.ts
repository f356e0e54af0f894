import { randomUUID } from 'node:crypto';
import type { Principal, Role, UserType } from '@cotejo/access-contracts';
import { z } from 'zod';
import type { StartedServer } from '../started-server.fixture.ts';
import { askPlainly } from '../account-isolation/plain-call.fixture.ts';
import { kindOf, ownBody, records } from '../account-isolation/record-samples.fixture.ts';

/** An account whose state the fuzzing may change arbitrarily. */
export interface FuzzedAccount {
  readonly tokens: readonly string[];
  readonly principals: readonly Principal[];
  readonly audit: string;
  /** An understanding: its document has texts and a drawing. */
  readonly understanding: string;
  /** Ids of existing objects of the account, and ids of none. */
  readonly ids: readonly string[];
}

const ROLES: readonly (readonly [Role, UserType])[] = [
  ['admin', 'administrator'],
  ['manager', 'auditor'],
  ['auditor', 'auditor'],
  ['owner', 'owner'],
  ['guest', 'guest'],
];
/** The administrator is also a product administrator, so that every call is allowed to one of the users. */
const PRODUCT = [2];
const made = z.object({ id: z.uuid() });

/** A new account with a signed-in user for each role, and an audit with a note. */
export async function newFuzzedAccount(started: StartedServer): Promise<FuzzedAccount> {
  const { access } = started.server.foundation;
  const name = `fuzz-${randomUUID().slice(0, 8)}`;
  const accountId = await access.people.openAccount({ name, edition: 'firm' }, 'system:test');
  const people = await Promise.all(
    ROLES.map(([role, userType]) =>
      access.people.registerUser(
        {
          accountId,
          username: `${role}.${name}`,
          firstName: 'Ana',
          lastName: role,
          email: `${role}@${name}.example`,
          role,
          userType,
          password: null,
          ...(role === 'admin' && { groups: PRODUCT }),
        },
        'system:test',
      ),
    ),
  );
  await access.state.settle();
  const tokens: string[] = [];
  const principals: Principal[] = [];
  for (const userId of people) {
    const { token, id } = await access.sessions.open({
      accountId,
      userId,
      ip: '127.0.0.1',
      userAgent: 'fuzz',
      method: 'password',
    });
    tokens.push(token);
    const principal = access.state.principalOfSession(id);
    if (principal !== null) principals.push(principal);
  }
  const [administrator = '', manager = ''] = tokens;
  const make = async (path: string, body: object, token = manager): Promise<string> => {
    const answer = await askPlainly(started, { token }, { method: 'POST', path, body });
    return made.parse(answer.data).id;
  };
  const audit = await make('/proyecto/riesgo/auditoria/', {
    nombre: name,
    plantilla: 'estandar',
    lider: people[1],
    fecha_inicio: '2026-02-02',
    fecha_fin: '2026-12-15',
    horas_presupuestadas: 10,
    procesos: ['Uno'],
  });
  const tree = `/proyecto/riesgo/auditoria/${audit}/tree/`;
  const phase = await make(tree, { item_tipo: 'GR_FASE', nombre: 'Fase', parent: null });
  const step = await make(tree, { item_tipo: 'HT_PASO', nombre: 'Paso', parent: phase });
  const understanding = await make(tree, {
    item_tipo: 'HT_ENTENDIMIENTO',
    nombre: 'Entendimiento',
    parent: phase,
  });
  const risk = await make(tree, { item_tipo: 'HT_RIESGO', nombre: 'Riesgo', parent: phase });
  const note = await make(`/proyecto/riesgo/auditoria/${audit}/notas/`, {
    modelo_id: step,
    descripcion: 'x',
  });
  const named: Record<string, string> = { member: people[2] ?? '', audit, step };
  // A record may refer to one before it.
  for (const record of records)
    named[kindOf(record)] = await make(record.path, ownBody(record, named, name), administrator);
  const kept = records.map((record) => named[kindOf(record)] ?? '');
  const ids = [
    accountId,
    ...people,
    audit,
    audit,
    audit,
    phase,
    step,
    step,
    risk,
    note,
    ...kept,
    randomUUID(),
  ];
  return { tokens, principals, audit, understanding, ids };
}
