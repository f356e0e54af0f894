import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Co-authors of a change, so that the change log can be filtered by each of them. */
export class FindCoWriters1768000000000 implements MigrationInterface {
  readonly name = 'FindCoWriters1768000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.change add column authors jsonb;
      comment on column read.change.authors is 'those beside or instead of whom it is told of; null = none';
      create index change_by_author on read.change using gin (authors) where authors is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index read.change_by_author; alter table read.change drop column authors;');
  }
}
