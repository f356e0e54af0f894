import { UPLOADS_PATH } from '@cotejo/files/protocol';

const encoded = (text: string): string => Buffer.from(text).toString('base64');

/** Sends a request of the upload protocol (tus 1.0.0). */
export const sendTus = (
  address: string,
  token: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: Buffer,
): Promise<Response> =>
  fetch(address + path, {
    method,
    headers: { authorization: `Token ${token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });

/** Uploads a small PDF named after a word, and returns the answer to its last byte. */
export async function uploadPdf(
  address: string,
  token: string,
  { word, target }: { readonly word: string; readonly target: string },
): Promise<unknown> {
  const file = Buffer.from(`%PDF-1.7\n${word}\n%%EOF\n`);
  const begun = await sendTus(address, token, 'POST', UPLOADS_PATH, {
    'upload-length': String(file.length),
    'upload-metadata': `filename ${encoded(`Acta ${word}.pdf`)},target ${encoded(target)}`,
  });
  const done = await sendTus(
    address,
    token,
    'PATCH',
    begun.headers.get('location') ?? '',
    { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    file,
  );
  return done.json();
}
