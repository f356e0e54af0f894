import { mayHold } from '@cotejo/access-domain';
import { usePrincipal } from '@cotejo/access-web';
import { useEffect, useState, type ComponentType } from 'react';
import { attachmentsTranslations } from '@cotejo/worksheets-web/translations';
import { chunkWithTexts } from '../page-texts.ts';
import styles from './mentions.module.css';

const bell = chunkWithTexts(attachmentsTranslations, () => import('./mentions-chunk.tsx'));

/** Mentions of the signed-in user, on every page; loaded in parallel with the page. */
export function Mentions() {
  const principal = usePrincipal();
  // Only users who can read notes, and hence plans, can be mentioned.
  const isThere = principal !== null && mayHold(principal, 'plan.access');
  const [Bell, setBell] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isThere) return;
    let isHere = true;
    // If loading fails now, the next page retries.
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
