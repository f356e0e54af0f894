/** Scans every byte that the insider receives for texts of the other account. */
export class CanaryScanner {
  /** Violations, one per place. */
  readonly found = new Map<string, string>();
  bytes = 0;
  private readonly canaries: readonly Buffer[];

  constructor(canaries: readonly string[]) {
    this.canaries = canaries.map((text) => Buffer.from(text));
  }

  /** `bytes` must be a whole message or body, so that no canary is split. */
  scan(bytes: Uint8Array | string, where: string): void {
    const scanned =
      typeof bytes === 'string'
        ? Buffer.from(bytes)
        : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.bytes += scanned.length;
    for (const canary of this.canaries)
      if (scanned.includes(canary)) this.found.set(where, `${where}: ${canary.toString()}`);
  }
}
