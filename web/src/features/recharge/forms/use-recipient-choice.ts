import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkFriend } from '@/api/gen-purchases';
import { splitRefusal } from '@/api/problem';
import { useLineCall } from '@/lib/session/use-line-call';
import { digitsOnly, nationalMobile } from '@/lib/text/digits';

const fewestDigits = 9;
const fieldOf = (path: string) => (path === 'msisdn' || path === 'friend' ? path : undefined);

/** Asks the server whether this number can be recharged. */
function useCheck() {
  const { headers } = useLineCall();
  return useMutation({
    mutationFn: (msisdn: string) => checkFriend({ headers, body: { msisdn }, throwOnError: true }),
  });
}

/** Returns the recipient of a recharge: the line itself, or a friend whose number is checked first. */
export function useRecipientChoice(initial: string | undefined, refusal: unknown) {
  const { t } = useTranslation('recharge');
  const [isFriend, setFriend] = useState(initial !== undefined);
  const [number, setNumber] = useState(initial ?? '');
  const [mistaken, setMistaken] = useState(false);
  const check = useCheck();
  const said = splitRefusal(check.error ?? refusal, fieldOf);
  const anew = () => {
    setMistaken(false);
    check.reset();
  };
  const settle = (goOn: (friend?: string) => void) => {
    const short = isFriend && digitsOnly(number).length < fewestDigits;
    setMistaken(short);
    if (!isFriend) {
      goOn();
    } else if (!short) {
      const friend = nationalMobile(number);
      check.mutate(friend, { onSuccess: () => goOn(friend) });
    }
  };
  return {
    isFriend,
    number,
    busy: check.isPending,
    error: mistaken ? t('whom.numberError') : said.fields[0]?.[1],
    /** The rest for the notice, from the check alone. */
    rest: check.error ? said.rest : undefined,
    settle,
    choose: (friend: boolean) => {
      setFriend(friend);
      anew();
    },
    type: (typed: string) => {
      setNumber(typed);
      anew();
    },
  };
}
