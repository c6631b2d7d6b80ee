import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resolveTopUpRecipient, type TopUpOffer } from '@/api/gen-transfers';
import { ErrorNotice } from '@/components/error-notice';
import { useAttempt } from '@/lib/form/use-attempt';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { useLineCall } from '@/lib/session/use-line-call';
import { digitsOnly, latinDigits } from '@/lib/text/digits';
import type { FormProps } from './form-props';
import { OfferForm } from './offer-form';
import { saidOf } from './said';

const fewestDigits = 8;

interface NumberProps {
  initial: string;
  onOffer: (offer: TopUpOffer) => void;
}

/** Asks for the number; the partner decides its operator and its products. */
function NumberForm({ initial, onOffer }: NumberProps) {
  const { t } = useTranslation('transfer');
  const { headers } = useLineCall();
  const [typed, setTyped] = useState(initial);
  const [tries, setTries] = useState(0);
  const [mistaken, setMistaken] = useState(false);
  const ask = useAttempt(async () => {
    const body = { to_mobile: typed.trim() };
    const { data } = await resolveTopUpRecipient({ headers, body, throwOnError: true });
    onOffer(data.data);
  });
  const said = saidOf(ask.error);
  const form = useFirstMistake(tries, ask.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    const short = digitsOnly(typed).length < fewestDigits;
    setMistaken(short);
    if (!short) {
      void ask.attempt();
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={submit}>
      <TextInput
        size="md"
        type="tel"
        dir="ltr"
        inputMode="tel"
        label={t('to.label')}
        description={t('international.hint')}
        autoComplete="off"
        maxLength={40}
        value={typed}
        error={mistaken ? t('to.error') : said.of('to_mobile')}
        onChange={(event) => {
          setTyped(latinDigits(event.currentTarget.value));
          setMistaken(false);
          ask.clear();
        }}
      />
      <ErrorNotice error={said.rest} />
      <Button type="submit" size="lg" className="primary-action" loading={ask.busy}>
        {t('continue')}
      </Button>
    </form>
  );
}

/** The number first, then its products. */
export function InternationalForm(props: FormProps<'international'>) {
  const { initial } = props;
  const [offer, setOffer] = useState(initial?.offer);
  const [number, setNumber] = useState('');
  if (!offer) {
    return <NumberForm initial={number} onOffer={setOffer} />;
  }
  return (
    <OfferForm
      {...props}
      offer={offer}
      onOtherNumber={() => {
        setNumber(offer.to_mobile);
        setOffer(undefined);
      }}
    />
  );
}
