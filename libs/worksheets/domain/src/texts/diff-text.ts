import type { DiffPiece } from '@cotejo/worksheets-contracts';

type Sign = DiffPiece['signo'];

/** Words that two texts may differ by; beyond it all of the old one goes and all of the new one comes. */
const MOST_DIFFERENCES = 600;

/** Words, blanks and marks by themselves; together they are the text. */
const tokensOf = (text: string): string[] =>
  text.match(/\n|[\p{L}\p{N}_]+|[^\S\n]+|[^\p{L}\p{N}_\s]/gu) ?? [];

/** What changed between two texts, word by word, in the order in which it is read; a line each. */
export function diffText(before: string, after: string): DiffPiece[][] {
  return linesOf(diffWords(before, after));
}

/** The same in one go, with its line breaks. */
export function diffWords(before: string, after: string): DiffPiece[] {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail++;
  const pieces = new Pieces();
  for (const token of old.slice(0, head)) pieces.add('igual', token);
  middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail), pieces);
  for (const token of old.slice(old.length - tail)) pieces.add('igual', token);
  return pieces.list;
}

class Pieces {
  readonly list: DiffPiece[] = [];

  add(signo: Sign, texto: string): void {
    const last = this.list.at(-1);
    if (last?.signo === signo) this.list[this.list.length - 1] = { signo, texto: last.texto + texto };
    else this.list.push({ signo, texto });
  }
}

/** Shortest edit (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). */
function middle(old: readonly string[], now: readonly string[], pieces: Pieces): void {
  const trace = furthest(old, now);
  if (!trace) {
    for (const token of old) pieces.add('menos', token);
    for (const token of now) pieces.add('mas', token);
    return;
  }
  const steps: [Sign, string][] = [];
  let [x, y] = [old.length, now.length];
  for (let d = trace.length - 1; d >= 0; d--) {
    const reach = trace[d] as ReadonlyMap<number, number>;
    const k = x - y;
    const isDown = d > 0 && (k === -d || (k !== d && at(reach, k - 1) < at(reach, k + 1)));
    const fromK = isDown ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : at(reach, fromK);
    const fromY = d === 0 ? 0 : fromX - fromK;
    while (
      x > fromX &&
      y > fromY &&
      (d === 0 || x - 1 >= fromX + (isDown ? 0 : 1)) &&
      old[x - 1] === now[y - 1]
    ) {
      steps.push(['igual', old[x - 1] ?? '']);
      x--;
      y--;
    }
    if (d === 0) break;
    if (isDown) steps.push(['mas', now[y - 1] ?? '']);
    else steps.push(['menos', old[x - 1] ?? '']);
    [x, y] = [fromX, fromY];
  }
  for (const [sign, token] of steps.reverse()) pieces.add(sign, token);
}

const at = (reach: ReadonlyMap<number, number>, k: number): number => reach.get(k) ?? -1;

/** For each number of differences how far along each diagonal one had come before it; null for too many. */
function furthest(old: readonly string[], now: readonly string[]): ReadonlyMap<number, number>[] | null {
  const reach = new Map<number, number>([[1, 0]]);
  const trace: ReadonlyMap<number, number>[] = [];
  for (let d = 0; d <= Math.min(old.length + now.length, MOST_DIFFERENCES); d++) {
    trace.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && at(reach, k - 1) < at(reach, k + 1));
      let x = isDown ? at(reach, k + 1) : at(reach, k - 1) + 1;
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x++;
      reach.set(k, x);
      if (x >= old.length && x - k >= now.length) return trace;
    }
  }
  return null;
}

/** Line breaks end a line, whichever text has them. */
function linesOf(pieces: readonly DiffPiece[]): DiffPiece[][] {
  const lines: DiffPiece[][] = [[]];
  for (const { signo, texto } of pieces) {
    for (const [index, part] of texto.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ signo, texto: part });
    }
  }
  return lines;
}
