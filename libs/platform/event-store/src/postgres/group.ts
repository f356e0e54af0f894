import { canonicalJson } from '../canonical-json.ts';
import type { PreparedAppend } from '../validate.ts';

/**
 * Wire form of a group, described where it is read: `migrations/0002-append.ts`. Members are encoded when
 * they arrive, so that a repeated attempt sends identical bytes.
 */
export interface EncodedMember {
  readonly member: string;
  readonly hashes: string;
  readonly events: string;
  /** Each command without its opening brace and member number, which the group adds. */
  readonly commands: readonly string[];
  readonly bytes: number;
}

export type Place = readonly [version: number, position: number, link: string];

/** What `es.append` says of one member. */
export type Verdict =
  | Place
  | { readonly replayed: Place }
  | { readonly conflict: number; readonly settled?: readonly string[] }
  | { readonly reused: readonly string[] }
  | { readonly taken: true };

export function encodeMember({ stream, expected, events, commands }: PreparedAppend): EncodedMember {
  const x = expected === 'no-stream' ? '-1' : String(expected);
  const isConfirmation = events.length === 0 ? { k: true } : {};
  return {
    member: JSON.stringify({ s: stream, x, n: events.length, c: commands.length, ...isConfirmation }),
    hashes: events.map(({ contentHash }) => `"${contentHash}"`).join(','),
    events: events.map(({ canonical, size }) => `{"z":${size},${canonical.slice(1)}`).join(','),
    commands: commands.map(({ id, intentHash, outcome = null }) =>
      canonicalJson({ h: intentHash, id, o: outcome }).slice(1),
    ),
    bytes: events.reduce((bytes, { size }) => bytes + size, 0),
  };
}

export function encodeGroup(
  members: readonly EncodedMember[],
  { now, locked }: { readonly now?: bigint; readonly locked: boolean },
): string {
  const flat = (texts: readonly string[]) => texts.filter((text) => text !== '').join(',');
  const commands = members.flatMap((member, index) =>
    member.commands.map((command) => `{"m":${index},${command}`),
  );
  return (
    `{"now":${now ?? 'null'},"locked":${locked},` +
    `"m":[${members.map(({ member }) => member).join(',')}],` +
    `"h":[${flat(members.map(({ hashes }) => hashes))}],` +
    `"e":[${flat(members.map(({ events }) => events))}],` +
    `"c":[${commands.join(',')}]}`
  );
}
