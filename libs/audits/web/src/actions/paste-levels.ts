import type { ItemType, RecordType } from '@cotejo/audits-contracts';
import { allowedChildren } from '@cotejo/audits-domain';
import { readLines } from './paste-lines.ts';

export interface Level {
  readonly type: ItemType;
  readonly types: readonly ItemType[];
}

/** Most levels that one paste makes. */
const MOST_LEVELS = 6;

/** Levels that the indentation of a text makes, at most `MOST_LEVELS`. */
export function depthOf(text: string): number {
  const levels = readLines(text, { levels: MOST_LEVELS, repeated: true }).map(({ level }) => level + 1);
  return Math.min(MOST_LEVELS, Math.max(1, ...levels));
}

/**
 * Types of each level, as far as the types above can contain any. A level that is not chosen gets the first type that
 * has room for the levels below, or the first allowed one where none has.
 */
export function typesOfLevels(
  recordType: RecordType,
  top: readonly ItemType[],
  chosen: readonly ItemType[],
  depth: number,
): readonly Level[] {
  const levels: Level[] = [];
  let types = top;
  while (levels.length < MOST_LEVELS) {
    const wanted = chosen[levels.length];
    const below = depth - levels.length - 1;
    const type =
      wanted !== undefined && types.includes(wanted)
        ? wanted
        : (types.find((each) => hasRoomFor(recordType, each, below)) ?? types[0]);
    if (type === undefined) break;
    levels.push({ type, types });
    types = childrenOf(recordType, type);
  }
  return levels;
}

const childrenOf = (recordType: RecordType, type: ItemType): readonly ItemType[] =>
  allowedChildren(recordType, type).filter((each) => each !== 'reference' && each !== 'link');

const hasRoomFor = (recordType: RecordType, type: ItemType, levels: number): boolean =>
  levels <= 0 || childrenOf(recordType, type).some((each) => hasRoomFor(recordType, each, levels - 1));
