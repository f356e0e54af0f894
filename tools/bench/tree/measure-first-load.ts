import { request } from 'node:http';
import { treeDocumentCalls, type AuditId } from '@cotejo/audits-contracts';
import { API_BASE, pathOf } from '@cotejo/http/contracts';
import { clock } from '../measure/clock.ts';
import type { SignedIn } from '../product/sign-in.ts';

export interface FirstLoad {
  /** Milliseconds from the request to the last byte. */
  readonly took: number;
  /** Transferred bytes, compressed. */
  readonly bytes: number;
}

/** One HTTP load of the whole document, with a browser's headers. */
export function measureFirstLoad(url: string, person: SignedIn, audit: AuditId): Promise<FirstLoad> {
  return new Promise((resolve, reject) => {
    const began = clock();
    const asked = request(`${url}${API_BASE}${pathOf(treeDocumentCalls.document.path, { id: audit })}`, {
      headers: { Authorization: `Token ${person.session.token}`, 'Accept-Encoding': 'br', appVersion: '2' },
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode !== 200 || answer.headers['content-encoding'] !== 'br')
          return reject(new Error(`a first load was answered with ${answer.statusCode}`));
        return resolve({ took: clock() - began, bytes });
      });
    });
    asked.end();
  });
}
