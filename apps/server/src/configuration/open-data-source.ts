import { WatchfulPool } from '@cotejo/database/connections';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** Connects TypeORM with the product's own pool, which survives broken connections. */
export function openDataSource(options: Omit<PostgresOptions, 'type' | 'driver'>): Promise<DataSource> {
  return new DataSource({ ...options, type: 'postgres', driver: { ...pg, Pool: WatchfulPool } }).initialize();
}
