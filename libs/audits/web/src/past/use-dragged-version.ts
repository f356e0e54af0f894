import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isPlanLoading } from './use-past-plan.ts';

/** Milliseconds between two versions that the page shows during a drag. */
const FOLLOW_MS = 150;

export interface DraggedVersion {
  /** The version to show: that of the address, or one that the drag has passed. */
  readonly version: number;
  readonly isDragged: boolean;
  readonly drag: (version: number) => void;
  /** Ends the drag at a version, which the caller puts into the address. */
  readonly release: (version: number) => void;
}

/**
 * The version that a page shows while a slider is dragged. It follows the thumb as fast as plans arrive, and the address
 * changes only at the end: browsers limit how often it may change.
 */
export function useDraggedVersion(audit: string, inAddress: number): DraggedVersion {
  const queries = useQueryClient();
  const target = useRef(inAddress);
  const [isDragged, setDragged] = useState(false);
  const [followed, setFollowed] = useState<number | null>(null);
  const version = followed ?? inAddress;

  useEffect(() => {
    if (!isDragged) return undefined;
    const timer = setInterval(() => {
      // A request that is replaced before it ends would leave the tree where it was.
      if (!isPlanLoading(queries, audit, version)) setFollowed(target.current);
    }, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [queries, audit, isDragged, version]);

  // The released version stays until it is in the address.
  const [address, setAddress] = useState(inAddress);
  if (address !== inAddress) {
    setAddress(inAddress);
    if (!isDragged) setFollowed(null);
  }

  return {
    version,
    isDragged,
    drag: (to) => {
      target.current = to;
      setDragged(true);
    },
    release: (to) => {
      setDragged(false);
      setFollowed(to === inAddress ? null : to);
    },
  };
}
