import { useMutation } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { checkFriend } from '@/api/gen-purchases';
import type { AnyForm } from '@/components/form/use-bound';
import { useServerRefusal } from '@/lib/form/field-errors';
import { useLineCall } from '@/lib/session/use-line-call';
import type { Whom } from './whom';

const numberOf = (path: string) => (path === 'msisdn' || path === 'friend' ? 'number' : path);

/** Asks the server whether the friend's number can be recharged, before the form goes on. */
export function useFriendCheck<Values extends FieldValues>(form: AnyForm<Values>, refusal: unknown) {
  const { headers } = useLineCall();
  const check = useMutation({
    mutationFn: (msisdn: string) => checkFriend({ headers, body: { msisdn }, throwOnError: true }),
  });
  useServerRefusal(form, refusal, numberOf);
  const rest = useServerRefusal(form, check.error, numberOf);
  const settle = ({ whom, number }: Whom, goOn: (of: { friend?: string }) => void) => {
    if (whom === 'me') {
      goOn({});
    } else {
      check.mutate(number, { onSuccess: () => goOn({ friend: number }) });
    }
  };
  return { settle, busy: check.isPending, rest, reset: check.reset };
}
