/**
 * The bytes of an answer, and word of them as they come. The total is told where the server says it and packs
 * nothing: of a packed answer it says the packed size.
 */
export async function readWithProgress(
  response: Response,
  onProgress: (loaded: number, total: number | null) => void,
): Promise<Uint8Array> {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const isPacked = response.headers.has('content-encoding');
  const total = isPacked || !Number.isFinite(length) ? null : length;
  const parts: Uint8Array[] = [];
  let loaded = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    parts.push(read.value);
    loaded += read.value.length;
    onProgress(loaded, total);
  }
  const bytes = new Uint8Array(loaded);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
