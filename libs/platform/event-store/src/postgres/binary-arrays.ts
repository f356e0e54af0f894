/**
 * Arrays in Postgres' binary form, which needs no escaping here and no parsing on the server.
 * https://www.postgresql.org/docs/current/protocol-overview.html and `array_recv` in its sources
 */

const HEADER_BYTES = 20;
const OID = { bytea: 17, int8: 20, int4: 23, text: 25, uuid: 2950, jsonb: 3802 } as const;
/** First byte of a binary jsonb value: the version of the format, followed by the text. */
const JSONB_VERSION = 1;

export function int4Array(values: readonly number[]): Buffer {
  const { buffer, start } = begin(OID.int4, values.length, values.length * 8);
  let at = start;
  for (const value of values) {
    buffer.writeInt32BE(4, at);
    buffer.writeInt32BE(value, at + 4);
    at += 8;
  }
  return buffer;
}

export function int8Array(values: readonly bigint[]): Buffer {
  const { buffer, start } = begin(OID.int8, values.length, values.length * 12);
  let at = start;
  for (const value of values) {
    buffer.writeInt32BE(8, at);
    buffer.writeBigInt64BE(value, at + 4);
    at += 12;
  }
  return buffer;
}

export const textArray = (values: readonly string[]): Buffer => stringArray(OID.text, values);

/** Each value is a JSON text. */
export const jsonbArray = (values: readonly string[]): Buffer =>
  stringArray(OID.jsonb, values, JSONB_VERSION);

/** Each value is hex. */
export const byteaArray = (values: readonly string[]): Buffer => hexArray(OID.bytea, values);

export const uuidArray = (values: readonly string[]): Buffer =>
  hexArray(
    OID.uuid,
    values.map((uuid) => uuid.replaceAll('-', '')),
  );

function stringArray(oid: number, values: readonly string[], prefix?: number): Buffer {
  const prefixBytes = prefix === undefined ? 0 : 1;
  let most = 0;
  // A UTF-16 code unit takes at most three bytes of UTF-8.
  for (const value of values) most += 4 + prefixBytes + value.length * 3;
  const { buffer, start } = begin(oid, values.length, most);
  let at = start;
  for (const value of values) {
    if (prefix !== undefined) buffer[at + 4] = prefix;
    const written = buffer.write(value, at + 4 + prefixBytes);
    buffer.writeInt32BE(prefixBytes + written, at);
    at += 4 + prefixBytes + written;
  }
  return buffer.subarray(0, at);
}

function hexArray(oid: number, values: readonly string[]): Buffer {
  const bytes = values.reduce((sum, value) => sum + 4 + value.length / 2, 0);
  const { buffer, start } = begin(oid, values.length, bytes);
  let at = start;
  for (const value of values) {
    const written = buffer.write(value, at + 4, 'hex');
    buffer.writeInt32BE(written, at);
    at += 4 + written;
  }
  return buffer;
}

function begin(oid: number, length: number, bytes: number): { buffer: Buffer; start: number } {
  // An empty array has no dimensions.
  const start = length === 0 ? 12 : HEADER_BYTES;
  const buffer = Buffer.allocUnsafe(start + bytes);
  buffer.writeInt32BE(length === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(0, 4); // no nulls
  buffer.writeInt32BE(oid, 8);
  if (length > 0) {
    buffer.writeInt32BE(length, 12);
    buffer.writeInt32BE(1, 16); // lower bound
  }
  return { buffer, start };
}
