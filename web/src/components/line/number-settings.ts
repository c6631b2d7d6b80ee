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

/** The interval of questions whether the network has applied a change. */
const looking = 1_000;

/** Returns the settings of the chosen line, updated while a change is pending; nothing for a guest. */
export function useNumberSettings() {
  const line = useLineCall();
  const { status, selected } = useSession();
  return useQuery({
    ...getNumberSettingsOptions(line),
    enabled: status === 'signed-in' && selected !== undefined,
    // Other devices also change the line.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.data.change?.stage === 'pending' ? looking : false),
  });
}

type Send<Body> = Parameters<typeof useEffectCall<Body, NumberSettingsAnswer>>[0];

/** Changes a setting. The answer is shown at once, and the lists are read again. */
export function useSettingCall<Body>(send: Send<Body>, onSent?: () => unknown) {
  const line = useLineCall();
  const client = useQueryClient();
  return useEffectCall<Body, NumberSettingsAnswer>(send, (answer) => {
    client.setQueryData(getNumberSettingsOptions(line).queryKey, answer);
    return onSent?.();
  });
}

/** Reads the lists of blocked services again after the network has applied a change. */
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
