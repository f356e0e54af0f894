import { createChunk } from '@cotejo/ui';
import { useEffect, useState, type ComponentType } from 'react';

/** Milliseconds after start: the first page does not need it. */
const LATER_MS = 1_500;

const uploads = createChunk(() => import('./uploads-chunk.tsx'));

/** Tray of running uploads, on every page; loaded after the page itself. */
export function Uploads() {
  const [Tray, setTray] = useState<ComponentType | null>(null);
  useEffect(() => {
    let isHere = true;
    const timer = setTimeout(() => {
      // If loading fails now, attaching a file retries.
      uploads.load().then(
        (chunk) => isHere && setTray(() => chunk.default),
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
