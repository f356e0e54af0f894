/**
 * Does work for every kind of record, one after another; a kind for which it fails does not keep it from the others.
 * @throws the error of the kind that failed; of several, an AggregateError with the message of each
 */
export async function forEachRecord<R>(
  records: readonly R[],
  work: (record: R) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const record of records) await work(record).catch((error: unknown) => errors.push(error));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('; '));
}
