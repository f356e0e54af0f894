import { randomUUID } from 'node:crypto';
import type { SessionData } from '@cotejo/access-contracts';
import { ATTACHMENT_UPLOADS } from '@cotejo/worksheets-contracts';
import { z } from 'zod';
import type { StartedServer } from '../started-server.fixture.ts';
import { perhaps, the } from './access-questions.fixture.ts';

/** Targets of uploads. */
export const uploadTargets = [
  { audit: the('audit'), item: the('step'), field: null, replaces: null },
  { audit: the('audit'), item: the('step'), field: 'evidence', replaces: the('attachment') },
  { audit: the('evaluation'), item: the('evaluationRisk'), field: null, replaces: null },
  { audit: the('audit'), item: the('deleted'), field: null, replaces: perhaps('attachment') },
];

const encoded = (text: string): string => Buffer.from(text).toString('base64');
const refused = z.object({ code: z.string() });

interface Uploaded {
  readonly status: number;
  readonly code: string | null;
  readonly text: string;
  readonly location: string | null;
}

async function tus(
  started: StartedServer,
  { token }: Pick<SessionData, 'token'>,
  [method, path]: readonly [string, string],
  headers: Readonly<Record<string, string>>,
  body: Buffer | null = null,
): Promise<Uploaded> {
  const answer = await fetch(started.server.address + path, {
    method,
    headers: { authorization: `Token ${token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  const text = await answer.text();
  const told = text.startsWith('{') ? refused.safeParse(JSON.parse(text)).data : undefined;
  const seen = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const location = answer.headers.get('location');
  return { status: answer.status, code: told?.code ?? null, text: `${seen}\n${text}`, location };
}

/** Starts an upload for a target. */
export const beginUpload = (started: StartedServer, by: SessionData, target: unknown): Promise<Uploaded> =>
  tus(started, by, ['POST', ATTACHMENT_UPLOADS], {
    'upload-length': '10',
    'upload-metadata': `filename ${encoded('a.pdf')},target ${encoded(JSON.stringify(target))}`,
  });

/** Tries every request on another user's upload; returns all answers. */
export async function meddleWith(started: StartedServer, by: SessionData, path: string): Promise<Uploaded[]> {
  const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  return [
    await tus(started, by, ['HEAD', path], {}),
    await tus(started, by, ['PATCH', path], piece, Buffer.from('0123456789')),
    await tus(started, by, ['PATCH', path], { ...piece, 'upload-offset': '10' }),
    await tus(started, by, ['DELETE', path], {}),
  ];
}

export const nowhere = (): string => `${ATTACHMENT_UPLOADS}/${randomUUID()}`;
