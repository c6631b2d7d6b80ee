import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkFriend } from '@/api/gen-purchases';
import { splitRefusal } from '@/api/problem';
import { useLineCall } from '@/lib/session/use-line-call';
import { digitsOnly, nationalMobile } from '@/lib/text/digits';
import type { Friend } from '../wanted';

const fewestDigits = 9;
const fieldOf = (path: string) => (path === 'msisdn' || path === 'friend' ? path : undefined);

/** Whether the server lets this number be recharged, and how it is shown to compare. */
function useCheck() {
  const { headers } = useLineCall();
  return useMutation({
    mutationFn: async (msisdn: string): Promise<Friend> => {
      const { data } = await checkFriend({ headers, body: { msisdn }, throwOnError: true });
      return { msisdn, masked: data.data.masked };
    },
  });
}

/** Whom a recharge is for: the line itself, or a friend whose number is checked before it goes on. */
export function useWhom(initial: Friend | undefined, refusal: unknown) {
  const { t } = useTranslation('recharge');
  const [isFriend, setFriend] = useState(initial !== undefined);
  const [number, setNumber] = useState(initial?.msisdn ?? '');
  const [mistaken, setMistaken] = useState(false);
  const check = useCheck();
  const said = splitRefusal(check.error ?? refusal, fieldOf);
  const anew = () => {
    setMistaken(false);
    check.reset();
  };
  const settle = (goOn: (friend?: Friend) => void) => {
    const short = isFriend && digitsOnly(number).length < fewestDigits;
    setMistaken(short);
    if (!isFriend) {
      goOn();
    } else if (!short) {
      check.mutate(nationalMobile(number), { onSuccess: goOn });
    }
  };
  return {
    isFriend,
    number,
    busy: check.isPending,
    error: mistaken ? t('whom.numberError') : said.fields[0]?.[1],
    /** What the notice still has to say, of the check alone. */
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
