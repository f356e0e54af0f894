import { mayHold } from '@cotejo/access-domain';
import { usePrincipal } from '@cotejo/access-web';
import { useEffect, useState, type ComponentType } from 'react';
import { createChunk } from '../chunk.tsx';
import styles from './mentions.module.css';

const bell = createChunk(() => import('./mentions-chunk.tsx'));

/** Where whoever is signed in was named, on every page; its program comes beside the page's own. */
export function Mentions() {
  const principal = usePrincipal();
  // Nobody else can be named: notes are read where plans are.
  const isThere = principal !== null && mayHold(principal, 'plan.access');
  const [Bell, setBell] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isThere) return;
    let isHere = true;
    // Where it can't be had now, the next page that is opened asks again.
    bell.load().then(
      (chunk) => isHere && setBell(() => chunk.default),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isThere]);
  return isThere ? <div className={styles.place}>{Bell && <Bell />}</div> : null;
}
