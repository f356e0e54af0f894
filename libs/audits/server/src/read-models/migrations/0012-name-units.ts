import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Business units in the scope of audits. */
export class NameUnits1769700000000 implements MigrationInterface {
  readonly name = 'NameUnits1769700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.audit add column units jsonb;
      comment on column read.audit.units is 'company and business unit by name; null for none';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read.audit drop column units');
  }
}
