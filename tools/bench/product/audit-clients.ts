import type { UserId } from '@cotejo/access-contracts';
import { auditDetail, type AuditDetail, type AuditId } from '@cotejo/audits-contracts';
import { createAuditModel } from '@cotejo/audits-domain';
import { ApiError } from '@cotejo/http/client';
import { memoryOutboxStore } from '@cotejo/rooms/client';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { NodeSocket, RawClient, type RawClientOptions } from '@cotejo/rooms/testing';
import { z } from 'zod';
import type { AuditSession } from '../../../libs/audits/web/src/session/audit-session.ts';
import {
  AUDIT_ROOM,
  openAuditSession,
  type OpenAuditOptions,
} from '../../../libs/audits/web/src/session/open-audit-session.ts';
import type { BenchRun } from '../run-bench.ts';
import type { SignedIn } from './sign-in.ts';

/** Milliseconds to wait for the read models. */
const PROJECTED_WITHIN_MS = 20_000;

const roomsUrl = (url: string): string => `${url.replace(/^http/, 'ws')}${ROOM_PATH}`;

/** Creates an audit from the built-in template, led by `leader`, with one process in scope and `team` as auditors. */
export async function createAudit(
  manager: SignedIn,
  { name, leader, team = [] }: { name: string; leader: SignedIn; team?: readonly SignedIn[] },
): Promise<AuditDetail> {
  const created = await manager.api.post(
    '/proyecto/riesgo/auditoria/',
    {
      nombre: name,
      plantilla: 'estandar',
      fecha_inicio: '2026-02-01',
      fecha_fin: '2026-06-30',
      horas_presupuestadas: 480,
      lider: leader.principal.userId,
      procesos: ['Selección de proveedores'],
      ...(team.length > 0 && {
        equipo: team.map(({ principal }) => ({ usuario: principal.userId, rol: 'auditor' })),
      }),
    },
    { schema: z.object({ id: z.string() }) },
  );
  return readProjected(manager, created.id);
}

/**
 * Reads an audit just created: lists and details contain it once the read models are up to date, which takes longer
 * under load.
 */
async function readProjected({ api }: SignedIn, id: string): Promise<AuditDetail> {
  for (const until = performance.now() + PROJECTED_WITHIN_MS; ;) {
    try {
      return await api.get(`/proyecto/riesgo/auditoria/${id}/`, { schema: auditDetail });
    } catch (error) {
      const isMissing = error instanceof ApiError && error.status === 404;
      if (!isMissing || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/**
 * The browser client's session of an audit, without a browser: base, outbox (in memory) and view. Resolves once it
 * holds the server's base.
 */
export async function openSession(
  run: BenchRun,
  {
    url,
    person,
    audit,
    network,
  }: { url: string; person: SignedIn; audit: AuditDetail; network?: OpenAuditOptions['network'] },
): Promise<AuditSession> {
  const session = await openAuditSession({
    url: roomsUrl(url),
    auditId: audit.id,
    principal: person.principal,
    model: createAuditModel(),
    createdBy: audit.created_by.id as UserId,
    getTicket: () => person.getTicket(),
    store: memoryOutboxStore(),
    locks: null,
    ...(network && { network }),
    WebSocket: NodeSocket,
  });
  run.atEnd(() => session.close());
  const { connection } = session;
  while (connection.version < 0 || connection.status.state !== 'online') {
    run.signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return session;
}

/** Path and query of an audit's room for this user; valid once. */
export async function roomPath(person: SignedIn, audit: AuditId): Promise<string> {
  return `${ROOM_PATH}/${AUDIT_ROOM}/${audit}?ticket=${encodeURIComponent(await person.getTicket())}`;
}

/** A client that only receives the room's messages; it may start from a document that it holds already. */
export async function openRawClient(
  run: BenchRun,
  {
    url,
    person,
    audit,
    ...holding
  }: { url: string; person: SignedIn; audit: AuditId } & Omit<RawClientOptions, 'url' | 'greets'>,
): Promise<RawClient> {
  const address = url.replace(/^http/, 'ws') + (await roomPath(person, audit));
  const client = new RawClient({ url: address, ...holding });
  run.atEnd(() => client.cut());
  return client.synced();
}
