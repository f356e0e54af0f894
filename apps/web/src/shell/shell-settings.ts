import { shellCalls, type ShellSettings } from '@cotejo/access-contracts';
import { useSession } from '@cotejo/access-web';
import { perform } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { useIsIdle } from './use-is-idle.ts';

/** Defaults: no external services. */
const NOTHING: ShellSettings = {
  development: false,
  chat: { script: null, second_script: null },
  telemetry: false,
  methods: ['password'],
};

/** Settings of the installation; requested once. */
export function useShellSettings(): ShellSettings {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ['shell-settings'],
    queryFn: ({ signal }) => perform(api, shellCalls.settings, {}, { signal }),
    staleTime: Infinity,
    enabled: useIsIdle(),
  });
  return data ?? NOTHING;
}
