type Values = Readonly<Record<string, unknown>>;

const prefixOf = (user: string): string => `draft:${user}:`;

/** Stored unsent input of a form; null if there is none or it is unreadable. */
export function readDraft(storage: Pick<Storage, 'getItem'>, user: string, form: string): Values | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(prefixOf(user) + form) ?? 'null');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Values) : null;
  } catch {
    return null;
  }
}

/**
 * Stores or (null) deletes a draft. With a full or blocked storage nothing is kept, and the form keeps
 * working.
 */
export function writeDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  user: string,
  form: string,
  values: Values | null,
): void {
  try {
    if (values === null) storage.removeItem(prefixOf(user) + form);
    else storage.setItem(prefixOf(user) + form, JSON.stringify(values));
  } catch {
    // The form keeps the input until it is left.
  }
}

/** Deletes all drafts of a user: the browser may be used by another user next. */
export function forgetDrafts(storage: Storage, user: string): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at));
  for (const key of keys) if (key?.startsWith(prefixOf(user))) storage.removeItem(key);
}
