import { attachmentsTranslations } from '@cotejo/worksheets-web/translations';
import { useEffect, useState, type ComponentType } from 'react';
import { chunkWithTexts } from '../page-texts.ts';

/** Milliseconds after start: the first page does not need it. */
const LATER_MS = 1_500;

const uploads = chunkWithTexts(attachmentsTranslations, () => import('./uploads-chunk.tsx'));

/** Tray of running uploads, on every page; loaded after the page itself. */
export function Uploads() {
  const [Tray, setTray] = useState<ComponentType | null>(null);
  useEffect(() => {
    let isHere = true;
    const timer = setTimeout(() => {
      // If loading fails now, attaching a file retries.
      uploads.load().then(
        (chunk) => isHere && setTray(() => chunk.UploadsTray),
        () => undefined,
      );
    }, LATER_MS);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, []);
  return Tray && <Tray />;
}
