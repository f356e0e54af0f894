import { auditId, itemId } from '@cotejo/audits-contracts';
import { ATTACHMENT_UPLOADS, writeAttachmentTarget } from '@cotejo/worksheets-contracts';
import type { Answered, Raid, Who } from './raid.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const API = '/api';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Announces a file of so many bytes for a worksheet; gives the path to send them to. */
export async function announce(raid: Raid, who: Who, name: string, length: number): Promise<string | null> {
  const { working } = raid.scene;
  const item = raid.chance.pick(working.items.filter(({ type }) => type === 'step'));
  const target = writeAttachmentTarget({
    audit: auditId.parse(working.audit),
    item: itemId.parse(item.id),
    field: null,
  });
  const headers = {
    ...TUS,
    'upload-length': String(length),
    'upload-metadata': `filename ${base64(name)},target ${base64(target)}`,
  };
  const answer = await raid.ask({ method: 'POST', path: ATTACHMENT_UPLOADS.slice(API.length), headers }, who);
  const location = answer?.headers.get('location') ?? null;
  return location?.slice(location.indexOf(API) + API.length) ?? null;
}

export const sendBytes = (raid: Raid, who: Who, path: string, bytes: Uint8Array): Promise<Answered | null> =>
  raid.ask(
    {
      method: 'PATCH',
      path,
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bytes,
    },
    who,
  );

export const withdraw = (raid: Raid, who: Who, path: string): Promise<Answered | null> =>
  raid.ask({ method: 'DELETE', path, headers: TUS }, who);
