/**
 * `passphrase_short`, `target_exists`, `not_writable`, `disk_full`: nothing was written.
 * `unreadable`, `not_a_backup`, `unknown_version`, `wrong_passphrase`, `truncated`, `altered`, `inconsistent`:
 * the file is refused whole. `log_broken`: the log, in the product or in the file, does not verify.
 * `newer_product`: made by a later release.
 * `not_empty`, `busy`: what was to be restored into. `not_restored`: what stands there after writing is not
 * what the backup says.
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

/** Why a backup was not made, not believed or not restored: a circumstance, told to the person by its code. */
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
