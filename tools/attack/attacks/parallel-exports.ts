import type { Raid } from '../insider/raid.ts';

const FORMATS = ['xlsx', 'pdf', 'docx'];

/** Requests exports of the history, and whole documents, concurrently. */
export async function exportSideBySide(raid: Raid): Promise<void> {
  const { scene, chance } = raid;
  const abreast = raid.size(10, 40);
  for (let round = 0; round < raid.size(2, 10) && !raid.isOver; round++)
    await Promise.all(
      Array.from({ length: abreast }, (_, index) => {
        const { audit } = chance.pick([scene.working, scene.closed, scene.reviewed]);
        const base = `/proyecto/riesgo/auditoria/${audit}`;
        const path =
          index % 4 === 0
            ? `${base}/documento/`
            : `${base}/historial/exportar/?formato=${chance.pick(FORMATS)}`;
        return raid.ask({ path });
      }),
    );
}
