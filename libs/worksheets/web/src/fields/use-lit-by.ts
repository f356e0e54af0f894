import type { ItemId, ItemValue } from '@cotejo/audits-contracts';
import type { AvatarPerson } from '@cotejo/ui';
import { useEffect, useRef, useState } from 'react';
import { useWorksheetHost } from '../host/worksheet-host.ts';

/** Milliseconds of the highlight after another user's change. */
const LIT_MS = 4_000;

/** Author of a recent change by another user; null after a moment. The initial value does not count. */
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
