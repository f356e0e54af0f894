import type { ItemId, ItemValue } from '@cotejo/audits-contracts';
import type { AvatarPerson } from '@cotejo/ui';
import { useEffect, useRef, useState } from 'react';
import { useWorksheetHost } from '../host/worksheet-host.ts';

/** How long a value that came from somebody else is lit, in milliseconds. */
const LIT_MS = 4_000;

/** Who else gave a value just now; null once a moment has passed. What was there already when it was opened is not news. */
export function useLitBy(id: ItemId, value: ItemValue): AvatarPerson | null {
  const { session, person } = useWorksheetHost();
  const shown = useRef(value);
  const [by, setBy] = useState<AvatarPerson | null>(null);
  useEffect(() => {
    if (shown.current === value) return undefined;
    shown.current = value;
    const author = session.view.get(id)?.changedBy ?? null;
    setBy(author === session.me ? null : person(author));
    const timer = setTimeout(() => setBy(null), LIT_MS);
    return () => clearTimeout(timer);
  }, [session, person, id, value]);
  return by;
}
