/**
 * `passphrase_short`, `target_exists`, `not_writable`, `disk_full`: nothing was written.
 * `unreadable`, `not_a_backup`, `unknown_version`, `wrong_passphrase`, `truncated`, `altered`, `inconsistent`: the
 * whole file is refused. `log_broken`: the log, in the product or in the file, does not verify.
 * `newer_product`: made by a later release.
 * `not_empty`, `busy`: state of the target of a restore. `not_restored`: after writing, the target does not match the
 * backup.
 */
export type BackupErrorCode =
  | 'passphrase_short'
  | 'target_exists'
  | 'not_writable'
  | 'disk_full'
  | 'unreadable'
  | 'not_a_backup'
  | 'unknown_version'
  | 'wrong_passphrase'
  | 'truncated'
  | 'altered'
  | 'inconsistent'
  | 'log_broken'
  | 'newer_product'
  | 'not_empty'
  | 'busy'
  | 'not_restored';

/** Failure to make, verify or restore a backup, caused by circumstances; its code is translated for the user. */
export class BackupError extends Error {
  override readonly name = 'BackupError';

  constructor(
    readonly code: BackupErrorCode,
    readonly values: Readonly<Record<string, string | number>> = {},
    options?: ErrorOptions,
  ) {
    super(`${code} ${JSON.stringify(values)}`, options);
  }
}
