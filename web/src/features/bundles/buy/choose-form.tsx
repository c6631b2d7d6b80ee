import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitRefusal } from '@/api/problem';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { ComingDayField } from '@/components/coming-day-field';
import { digitInput } from '@/lib/form/digit-input';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { digitsOnly, nationalMobile } from '@/lib/text/digits';

/** The recipient if it is a gift, the day if it starts later, and whether it renews. */
export interface Wanted {
  gift?: string;
  day?: string;
  renew?: boolean;
}

interface Props {
  /** It can renew from the balance of the chosen line. */
  renews: boolean;
  initial: Wanted;
  refusal: unknown;
  onDone: (wanted: Wanted) => void;
}

const fewestDigits = 9;
const fields = ['gift', 'options.effectiveDate'];
const fieldOf = (path: string) => fields.find((field) => field === path);

/** Returns the server's message for a field, as long as the field has the refused value. */
function useSaid(refusal: unknown) {
  const said = splitRefusal(refusal, fieldOf).fields;
  return (field: string) => said.find(([name]) => name === field)?.[1];
}

interface Chosen {
  isGift: boolean;
  number: string;
  isLater: boolean;
  day: string;
  mayRenew: boolean;
  isRenewed: boolean;
}

const wantedOf = ({ isGift, number, isLater, day, mayRenew, isRenewed }: Chosen): Wanted => ({
  ...(isGift && { gift: nationalMobile(number) }),
  ...(isLater && { day }),
  ...(mayRenew && { renew: isRenewed }),
});

/**
 * The choice at the end of the bundle: the catalogue's default is to renew, and the buyer can change it. A
 * gift has no such choice.
 */
function useRenewal(renews: boolean, initial: Wanted, isGift: boolean) {
  const { t } = useTranslation('bundles');
  const [isRenewed, setRenewed] = useState(initial.renew ?? renews);
  const mayRenew = renews && !isGift;
  const chips = mayRenew && (
    <ChoiceChips
      legend={t('buy.renewal')}
      name="renewal"
      value={isRenewed ? 'renewed' : 'once'}
      choices={[
        { value: 'renewed', label: t('buy.renewed') },
        { value: 'once', label: t('buy.once') },
      ]}
      onChange={(value) => setRenewed(value === 'renewed')}
    />
  );
  return { mayRenew, isRenewed, chips };
}

/** For the chosen line or as a gift for another number of the operator, at once or on a chosen day. */
export function ChooseForm({ renews, initial, refusal, onDone }: Props) {
  const { t } = useTranslation('bundles');
  const [isGift, setGift] = useState(initial.gift !== undefined);
  const { mayRenew, isRenewed, chips } = useRenewal(renews, initial, isGift);
  const [number, setNumber] = useState(initial.gift ?? '');
  const [isLater, setLater] = useState(initial.day !== undefined);
  const [day, setDay] = useState(initial.day ?? '');
  const [tries, setTries] = useState(0);
  const said = useSaid(refusal);
  const short = isGift && digitsOnly(number).length < fewestDigits;
  const dayless = isLater && day === '';
  const numberError = tries > 0 && short ? t('buy.numberError') : number === initial.gift && said('gift');
  const dayError =
    tries > 0 && dayless ? t('buy.dayError') : day === initial.day && said('options.effectiveDate');
  const form = useFirstMistake(tries, numberError || dayError || undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (!short && !dayless) {
      onDone(wantedOf({ isGift, number, isLater, day, mayRenew, isRenewed }));
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
          maxLength={40}
          value={number}
          error={numberError}
          {...digitInput}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      )}
      <ChoiceChips
        legend={t('buy.when')}
        name="when"
        value={isLater ? 'later' : 'now'}
        choices={[
          { value: 'now', label: t('buy.now') },
          { value: 'later', label: t('buy.later') },
        ]}
        onChange={(value) => setLater(value === 'later')}
      />
      {isLater && (
        <ComingDayField
          label={t('buy.day')}
          description={t('buy.dayHint')}
          value={day}
          error={dayError}
          onChange={setDay}
        />
      )}
      {chips}
      <Button type="submit" size="lg" className="primary-action">
        {t('buy.continue')}
      </Button>
    </form>
  );
}
