import { accessCalls } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../session/use-session.ts';
import { PEOPLE_KEY } from '../users/use-people.ts';

const SLOTS_KEY = ['access', 'slots'];

/** The add-on that brings a second pool of slots. */
export const ABI = 'abi';

export function useSlots() {
  const { api } = useSession();
  return useQuery({
    queryKey: [...SLOTS_KEY, 'own'],
    queryFn: () => perform(api, accessCalls.slots.slots, {}),
  });
}

export function useAbiSlots(enabled: boolean) {
  const { api } = useSession();
  return useQuery({
    queryKey: [...SLOTS_KEY, ABI],
    queryFn: () => perform(api, accessCalls.slots.abiSlots, {}),
    enabled,
  });
}

/** A slot gives somebody access or takes it: both lists are asked for again. */
export function useSlotsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([SLOTS_KEY, PEOPLE_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}
