import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitRefusal } from '@/api/problem';
import { isNationalMobile, nationalMobile } from '@/lib/text/digits';

const isMobile = (typed: string) => isNationalMobile(nationalMobile(typed));
const fieldOf = (path: string) => (path.endsWith('stcPayMobile') ? path : undefined);

/** The mobile number of a wallet, and its error from this page or the server. */
export function useWallet(error: unknown) {
  const { t } = useTranslation('payment');
  const [mobile, setMobile] = useState('');
  const [mistaken, setMistaken] = useState(false);
  const refusal = splitRefusal(error, fieldOf);
  const change = (typed: string) => {
    setMobile(typed);
    setMistaken(false);
  };
  const take = (): string | undefined => {
    setMistaken(!isMobile(mobile));
    return isMobile(mobile) ? nationalMobile(mobile) : undefined;
  };
  const said = mistaken ? t('stcPayMobileError') : refusal.fields[0]?.[1];
  return { mobile, change, take, error: said, rest: refusal.rest };
}
