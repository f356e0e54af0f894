import { API_BASE } from '@cotejo/http/contracts';
import type { People } from '../people/gather.ts';
import { violation, type Violation } from '../violation.ts';

const ANSWER_MS = 30_000;

/** Reads every attacked audit, plan, history and worksheet as a colleague; all must be readable. */
export async function checkReadable({ scene, reader }: People, url: string): Promise<Violation[]> {
  const found: Violation[] = [];
  const read = async (path: string): Promise<void> => {
    const answer = await fetch(url + API_BASE + path, {
      headers: { authorization: `Token ${reader.session.token}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => null);
    const text = await answer?.text().catch(() => '');
    if (answer?.status !== 200)
      found.push(
        violation(
          'not-readable',
          `${answer?.status ?? 'no answer'} to ${path}: ${(text ?? '').slice(0, 200)}`,
        ),
      );
  };
  for (const { audit, items } of [scene.working, scene.closed, scene.reviewed]) {
    const base = `/proyecto/riesgo/auditoria/${audit}`;
    for (const path of [
      `${base}/`,
      `${base}/tree/`,
      `${base}/historial/`,
      `${base}/resumen/`,
      `${base}/documento/`,
    ])
      await read(path);
    for (const { id } of items) await read(`${base}/tree/${id}/textos/`);
  }
  return found;
}
