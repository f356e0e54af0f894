import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The count of recorded decisions, for databases that have the table of committees already. */
export class AddRecorded1797000000000 implements MigrationInterface {
  readonly name = 'AddRecorded1797000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read.committee add column if not exists recorded integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read.committee drop column if exists recorded');
  }
}
