/** File name of an answer (`Content-Disposition`, RFC 6266); empty if absent. */
export function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // Invalid encoding: falls back to the plain name.
    }
  }
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? '';
}
