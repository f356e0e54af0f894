import { hash } from 'node:crypto';

/** Running hash over the order of a log: starts as 32 zero bytes; each event sets it to SHA-256 of (hash ‖ link). */
export class OrderHash {
  private readonly bytes = Buffer.alloc(64);

  constructor(private hex = '0'.repeat(64)) {}

  get value(): string {
    return this.hex;
  }

  add(link: string): void {
    this.bytes.write(this.hex, 0, 'hex');
    this.bytes.write(link, 32, 'hex');
    this.hex = hash('sha256', this.bytes, 'hex');
  }
}
