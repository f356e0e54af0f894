import type { AddressInfo } from 'node:net';
import { accessCalls, type SessionData } from '@cotejo/access-contracts';
import type { CopiedDatabase } from '@cotejo/testing';
import { expect } from 'vitest';
import { z } from 'zod';
import { AskedCalls } from '../whole-server/asked-calls.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';
import { Chance } from './chance.fixture.ts';

/** Every message derives from this seed and its number; a failure reports both. */
export const SEED = 20_261_120;
/** Concurrent requests. */
export const ABREAST = 8;
const WARN = 40;
const logLine = z.looseObject({ level: z.number() });

/** A server under fuzzing, with a witness user whose account is not touched. */
export class FuzzedServer {
  private readonly rejections: unknown[] = [];
  private readonly onRejection = (reason: unknown): void => void this.rejections.push(reason);

  private constructor(
    readonly started: StartedServer,
    private readonly database: CopiedDatabase,
    private readonly witness: SessionData,
  ) {
    process.on('unhandledRejection', this.onRejection);
  }

  static async start(env: Readonly<Record<string, string>> = {}): Promise<FuzzedServer> {
    const database = await demoDatabase();
    const started = await StartedServer.on(database, env);
    return new FuzzedServer(started, database, await started.signIn('claudia.restrepo'));
  }

  async stop(): Promise<void> {
    await this.started.stop();
    await this.database.drop();
    process.off('unhandledRejection', this.onRejection);
  }

  get port(): number {
    return (this.started.server.http.address() as AddressInfo).port;
  }

  /** Asserts that the server answers the witness correctly and has logged no errors. */
  async isUnharmed(): Promise<void> {
    const me = await new AskedCalls(this.started).answer(this.witness, accessCalls.oneself.me);
    expect([me.id, me.username, me.role]).toEqual([this.witness.user.id, 'claudia.restrepo', 'PM']);
    const faults = this.started.logged.filter((line) => logLine.parse(JSON.parse(line)).level > WARN);
    expect(faults).toEqual([]);
    expect(this.rejections).toEqual([]);
  }
}

/** Runs `act` for each number, several at a time; returns the failures. */
export async function eachOf(
  count: number,
  from: number,
  act: (chance: Chance) => Promise<string | null>,
): Promise<string[]> {
  const faults: string[] = [];
  let next = from;
  const work = async (): Promise<void> => {
    for (let number = next++; number < from + count && faults.length < 20; number = next++) {
      const fault = await act(new Chance(SEED + number)).catch((error: unknown) => String(error));
      if (fault !== null) faults.push(`seed ${SEED}, number ${number}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, work));
  return faults;
}
