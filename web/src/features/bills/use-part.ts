import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latinDigits } from '@/lib/text/digits';
import { riyals } from '@/lib/text/format';
import { halalasOf } from '@/lib/text/riyals';

/** Returns the amount to pay: all that is left, or a typed part; `chosen` is the part of an earlier try. */
export function usePart(left: number, chosen?: number) {
  const { t } = useTranslation('bills');
  const [isPart, setPart] = useState(chosen !== undefined);
  const [typed, setTyped] = useState(chosen === undefined ? '' : String(chosen / 100));
  const [mistaken, setMistaken] = useState(false);
  const part = halalasOf(typed);
  const within = part !== undefined && part > 0 && part <= left ? part : undefined;
  return {
    isPart,
    typed,
    /** Undefined if the typed amount cannot be paid. */
    amount: isPart ? within : left,
    error: mistaken ? t('pay.partError', { most: riyals(left) }) : undefined,
    choose: (next: boolean) => {
      setPart(next);
      setMistaken(false);
    },
    type: (next: string) => {
      setTyped(latinDigits(next));
      setMistaken(false);
    },
    /** Tells whether the amount can be paid; shows the error if not. */
    isWhole: () => {
      const whole = !isPart || within !== undefined;
      setMistaken(!whole);
      return whole;
    },
  };
}
