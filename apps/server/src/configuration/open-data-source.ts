import { WatchfulPool } from '@cotejo/database/connections';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** Connects TypeORM; its connections come from the product's own kind of pool, which outlives those that break. */
export function openDataSource(options: Omit<PostgresOptions, 'type' | 'driver'>): Promise<DataSource> {
  return new DataSource({ ...options, type: 'postgres', driver: { ...pg, Pool: WatchfulPool } }).initialize();
}
