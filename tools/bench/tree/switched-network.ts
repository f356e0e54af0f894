import type { OpenAuditOptions } from '../../../libs/audits/web/src/session/open-audit-session.ts';

type Network = NonNullable<OpenAuditOptions['network']>;

/** A network that can be switched off and on, with a browser's interface; on at first. */
export interface SwitchedNetwork extends Network {
  switchOff(): void;
  switchOn(): void;
}

export function switchedNetwork(): SwitchedNetwork {
  let isOff = false;
  const [online, offline] = [new Set<() => void>(), new Set<() => void>()];
  const listen = (to: Set<() => void>) => (listener: () => void) => {
    to.add(listener);
    return () => to.delete(listener);
  };
  return {
    isOffline: () => isOff,
    onOnline: listen(online),
    onOffline: listen(offline),
    switchOff() {
      isOff = true;
      for (const listener of offline) listener();
    },
    switchOn() {
      isOff = false;
      for (const listener of online) listener();
    },
  };
}
