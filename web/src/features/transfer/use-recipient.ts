import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { digitsOnly, nationalMobile } from '@/lib/text/digits';

const fewestDigits = 9;

/** The recipient's number. The server decides whether it can receive. */
export function useRecipient(initial = '') {
  const { t } = useTranslation('transfer');
  const [typed, setTyped] = useState(initial);
  const [mistaken, setMistaken] = useState(false);
  const to = nationalMobile(typed);
  const isWhole = () => {
    const whole = digitsOnly(typed).length >= fewestDigits;
    setMistaken(!whole);
    return whole;
  };
  const type = (text: string) => {
    setTyped(text);
    setMistaken(false);
  };
  return { typed, to, type, isWhole, error: mistaken ? t('to.error') : undefined };
}
