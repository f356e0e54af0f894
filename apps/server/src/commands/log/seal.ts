import { publicKeyPem, sealLog, type Seal } from '@cotejo/event-store/archive';
import { copySeals } from '../../seals/seal-copies.ts';
import { makeSigningKey, readSigningKey, signingKeyFile } from '../../seals/signing-key.ts';
import { readTrustedKeys, trustKey } from '../../seals/trusted-keys.ts';
import { words } from '../../terminal/words.ts';
import { UsageError } from '../command.ts';
import { withLog } from './open-log.ts';
import { fingerprintOf } from './trusted-keys.ts';
import type { LogVerb } from './log-verb.ts';

/** `log seal`: seals new events immediately, independent of the daily schedule. */
export const sealVerb: LogVerb = async ({ positionals }, { configuration, context }) => {
  if (positionals.length > 0) throw new UsageError();
  const { say, signal } = context;
  const { dataDir } = configuration;
  return withLog(configuration, context, 'app', async ({ archive, store, now }) => {
    const { signer } = await makeSigningKey(configuration);
    if ((await readTrustedKeys(dataDir)) === null) await trustKey(dataDir, signer.key);
    const seal: Seal | null = await sealLog({ archive, store, signer, now, signal });
    await copySeals(dataDir, store, (await readTrustedKeys(dataDir)) ?? []);
    if (seal)
      say(
        words('log.sealed', { events: seal.events, streams: seal.streams, root: seal.root, key: seal.key }),
      );
    else say(words('log.nothing_to_seal'));
    return 0;
  });
};

/** `log public-key`: prints the key for independent verification. */
export const publicKeyVerb: LogVerb = async ({ positionals }, { configuration, context }) => {
  if (positionals.length > 0) throw new UsageError();
  const signer = await readSigningKey(configuration);
  if (!signer) {
    context.complain(words('log.no_key_yet', { file: signingKeyFile(configuration) }));
    return 1;
  }
  context.say(publicKeyPem(signer).trimEnd());
  context.say(words('log.fingerprint', { key: signer.key }));
  return 0;
};

/** `log trust <fingerprint|file>`: marks a key as trusted. */
export const trustVerb: LogVerb = async ({ positionals }, { configuration, context }) => {
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError();
  const key = await fingerprintOf(name);
  await trustKey(configuration.dataDir, key);
  context.say(words('log.trusted', { key }));
  return 0;
};
