import type { Port } from '../port.ts';
import type { Asker, Ground } from './ground.ts';

/** A value under a port, made on first use, once for each server. */
export interface Provider<P extends Asker> {
  readonly port: { readonly name: string };
  make(ground: Ground<P>): unknown;
}

export const provide = <T, P extends Asker = Asker>(
  port: Port<T>,
  make: (ground: Ground<P>) => T,
): Provider<P> => ({ port, make });

/** The values of all contexts; they may need each other in any order, but not in a circle. */
export function openPorts<P extends Asker>(
  providers: readonly Provider<P>[],
  ground: () => Ground<P>,
): Pick<Ground<P>, 'all' | 'the'> {
  const made = new Map<Provider<P>, unknown>();
  const making = new Set<Provider<P>>();
  const valueOf = (provider: Provider<P>): unknown => {
    if (made.has(provider)) return made.get(provider);
    if (making.has(provider)) throw new Error(`"${provider.port.name}" needs itself`);
    making.add(provider);
    const value = provider.make(ground());
    made.set(provider, value);
    return value;
  };
  const all = <T>(port: Port<T>): readonly T[] =>
    providers.filter((provider) => provider.port === port).map((one) => valueOf(one) as T);
  return {
    all,
    the(port) {
      const [value] = all(port);
      if (value === undefined) throw new Error(`no context provides "${port.name}"`);
      return value;
    },
  };
}
