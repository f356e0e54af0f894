import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The cost that was planned for an audit. */
export class PlanCosts1769300000000 implements MigrationInterface {
  readonly name = 'PlanCosts1769300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.audit add column budgeted_cost integer;
      comment on column read.audit.budgeted_cost is 'whole units of the currency; null where none was planned';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table read.audit drop column budgeted_cost`);
  }
}
