import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitRefusal } from '@/api/problem';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { digitInput } from '@/lib/form/digit-input';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { digitsOnly, nationalMobile } from '@/lib/text/digits';

interface Props {
  initial: string | undefined;
  refusal: unknown;
  /** Without a number it is for the line itself. */
  onDone: (gift: string | undefined) => void;
}

const fewestDigits = 9;
const fieldOf = (path: string) => (path === 'gift' ? path : undefined);

/** For the line in use, or a gift for another number of ours. */
export function WhomForm({ initial, refusal, onDone }: Props) {
  const { t } = useTranslation('bundles');
  const [isGift, setGift] = useState(initial !== undefined);
  const [number, setNumber] = useState(initial ?? '');
  const [tries, setTries] = useState(0);
  const short = isGift && digitsOnly(number).length < fewestDigits;
  const said = number === initial ? splitRefusal(refusal, fieldOf).fields[0]?.[1] : undefined;
  const error = tries > 0 && short ? t('buy.numberError') : said;
  const form = useFirstMistake(tries, error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (!short) {
      onDone(isGift ? nationalMobile(number) : undefined);
    }
  };
  return (
    <form noValidate ref={form} className="card stack form" onSubmit={submit}>
      <h2>{t('buy.title')}</h2>
      <ChoiceChips
        legend={t('buy.whom')}
        name="whom"
        value={isGift ? 'gift' : 'me'}
        choices={[
          { value: 'me', label: t('buy.me') },
          { value: 'gift', label: t('buy.gift') },
        ]}
        onChange={(value) => setGift(value === 'gift')}
      />
      {isGift && (
        <TextInput
          size="md"
          type="tel"
          label={t('buy.number')}
          description={t('buy.numberHint')}
          autoComplete="off"
          maxLength={20}
          value={number}
          error={error}
          {...digitInput}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      )}
      <Button type="submit" size="lg" className="primary-action">
        {t('buy.continue')}
      </Button>
    </form>
  );
}
