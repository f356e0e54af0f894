import { useEffect, useState, type ComponentType } from 'react';
import { createChunk } from '../chunk.tsx';

/** Milliseconds after the first page was asked for: nothing of it waits for this. */
const LATER_MS = 1_500;

const uploads = createChunk(() => import('./uploads-chunk.tsx'));

/** Files on their way, on whatever page; their program comes once the page itself is there. */
export function Uploads() {
  const [Tray, setTray] = useState<ComponentType | null>(null);
  useEffect(() => {
    let isHere = true;
    const timer = setTimeout(() => {
      // Where it can't be had now, whoever attaches something asks for it again.
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
