import { createHash } from 'node:crypto';

/** Random numbers determined by a seed. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  /** Generators with different names are independent of each other. */
  constructor(...names: readonly (string | number)[]) {
    const bytes = createHash('sha256').update(JSON.stringify(names)).digest();
    this.a = bytes.readInt32LE(0);
    this.b = bytes.readInt32LE(4);
    this.c = bytes.readInt32LE(8);
    this.d = bytes.readInt32LE(12);
  }

  /** In [0, 1): sfc32, http://pracrand.sourceforge.net */
  next(): number {
    const sum = (this.a + this.b + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  }

  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.next() * list.length)];
    if (picked === undefined) throw new RangeError('nothing to pick from');
    return picked;
  }

  /** Picks by weight. */
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.next() * list.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of list) {
      left -= weight;
      if (left < 0) return value;
    }
    throw new RangeError('nothing to pick from');
  }

  /** `count` distinct elements, or all. */
  some<T>(list: readonly T[], count: number): T[] {
    const left = [...list];
    const picked: T[] = [];
    while (picked.length < count && left.length > 0) {
      picked.push(...left.splice(Math.floor(this.next() * left.length), 1));
    }
    return picked;
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.between(0, 15).toString(16));
    hex[12] = '4';
    hex[16] = (this.between(0, 3) + 8).toString(16);
    const text = hex.join('');
    return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
      '-',
    );
  }
}
