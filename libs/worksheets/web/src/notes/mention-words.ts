import { mentionOf } from '@cotejo/worksheets-contracts';
import type { AvatarPerson } from '@cotejo/ui';

/** Labels of users in a text being written: the full name, with initials if two users share it. */
export function mentionLabels(team: readonly AvatarPerson[]): ReadonlyMap<string, string> {
  const count = new Map<string, number>();
  for (const { name } of team) count.set(name, (count.get(name) ?? 0) + 1);
  return new Map(
    team.map(({ id, name, initials }) => [id, count.get(name) === 1 ? name : `${name} (${initials})`]),
  );
}

/** The text as stored: each `@Name` of these users becomes an id. */
export function withIds(text: string, labels: ReadonlyMap<string, string>): string {
  // "Ana Ruiz" must not match "Ana Ruizmendi", and "Ana" not the start of "Ana Ruiz".
  const longestFirst = [...labels].sort(([, a], [, b]) => b.length - a.length);
  let kept = '';
  let at = 0;
  while (at < text.length) {
    const named =
      text[at] === '@' && beginsMention(text, at)
        ? longestFirst.find(([, label]) => isAt(text, at + 1, label))
        : undefined;
    if (named) {
      kept += mentionOf(named[0]);
      at += named[1].length + 1;
    } else kept += text.charAt(at++);
  }
  return kept;
}

const isAt = (text: string, at: number, label: string): boolean =>
  text.startsWith(label, at) && !/[\p{L}\p{N}]/u.test(text.charAt(at + label.length));

/** An `@` within a mail address starts no mention. */
const beginsMention = (text: string, at: number): boolean =>
  at === 0 || !/[\p{L}\p{N}._-]/u.test(text.charAt(at - 1));

/** An incomplete mention at the caret. */
export interface BegunMention {
  /** Index of its `@`. */
  readonly at: number;
  readonly query: string;
}

/** Maximum length of a name in characters. */
const LONGEST = 40;

/** Text between an `@` and the caret if it may be the start of a name; else null. */
export function begunMention(text: string, caret: number): BegunMention | null {
  const at = text.lastIndexOf('@', caret - 1);
  if (caret === 0 || at < 0 || !beginsMention(text, at)) return null;
  const query = text.slice(at + 1, caret);
  return query.length > LONGEST || /\n|^\s|\s$/.test(query) ? null : { at, query };
}
