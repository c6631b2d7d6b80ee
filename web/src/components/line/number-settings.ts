import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { NumberSettingsAnswer } from '@/api/gen-lines';
import {
  getNumberSettingsOptions,
  listBlockableCountriesQueryKey,
  listBlockedCountriesQueryKey,
  listBlockedNumbersQueryKey,
} from '@/api/gen-lines/@tanstack/react-query.gen';
import { useSession } from '@/lib/session';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';

/** How often it is asked whether the network took a change. */
const looking = 1_000;

/** What is set for the line chosen, live while a change of it is under way; nothing for a guest. */
export function useNumberSettings() {
  const line = useLineCall();
  const { status, selected } = useSession();
  return useQuery({
    ...getNumberSettingsOptions(line),
    enabled: status === 'signed-in' && selected !== undefined,
    // Other devices change the line, too.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.data.change?.stage === 'pending' ? looking : false),
  });
}

type Send<Body> = Parameters<typeof useEffectCall<Body, NumberSettingsAnswer>>[0];

/** A change of a setting. Its answer is shown at once, and the lists are read again. */
export function useSettingCall<Body>(send: Send<Body>, onSent?: () => unknown) {
  const line = useLineCall();
  const client = useQueryClient();
  return useEffectCall<Body, NumberSettingsAnswer>(send, (answer) => {
    client.setQueryData(getNumberSettingsOptions(line).queryKey, answer);
    return onSent?.();
  });
}

/** Has the lists of what is blocked read again, once the network took a change. */
export function useRefreshedLists() {
  const line = useLineCall();
  const client = useQueryClient();
  return () =>
    Promise.all(
      [
        listBlockedNumbersQueryKey(line),
        listBlockedCountriesQueryKey(line),
        listBlockableCountriesQueryKey(line),
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
}
