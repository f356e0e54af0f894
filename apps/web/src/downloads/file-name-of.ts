/** What a server calls a file that it gives (`Content-Disposition`, RFC 6266); empty when it does not say. */
export function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // What is no such text is left for the plain name.
    }
  }
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? '';
}
