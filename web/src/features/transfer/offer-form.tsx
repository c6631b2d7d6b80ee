import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TopUpOffer, TopUpProduct } from '@/api/gen-transfers';
import { RadioCards } from '@/components/choice/radio-cards';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { ForeignMoney } from '@/components/payment/foreign-money';
import { useFirstMistake } from '@/lib/form/use-first-mistake';
import { countryName } from '@/lib/text/country-names';
import { useLanguage } from '@/lib/text/use-language';
import type { FormProps } from './form-props';
import { NothingToGive } from './nothing-to-give';
import { saidOf } from './said';

interface Props extends FormProps<'international'> {
  offer: TopUpOffer;
  onOtherNumber: () => void;
}

function Whose({ offer, onOtherNumber }: Pick<Props, 'offer' | 'onOtherNumber'>) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const country = countryName(offer.country, language);
  return (
    <section className="card stack">
      <FactRows>
        <Fact label={t('confirm.to')}>
          <Ltr>{offer.to_mobile}</Ltr>
        </Fact>
        <Fact label={t('international.operator')}>
          <bdi>{offer.operator}</bdi>
          <small>{country}</small>
        </Fact>
        <Fact label={t('credit.balance')}>
          <Money amount={offer.balance} />
        </Fact>
      </FactRows>
      <Button variant="default" onClick={onOtherNumber}>
        {t('international.otherNumber')}
      </Button>
    </section>
  );
}

function Price({ product }: { product: TopUpProduct }) {
  const { t } = useTranslation('transfer');
  return (
    <>
      {t('international.total')} <Money amount={product.total} /> ({t('international.feeOf')}{' '}
      <Money amount={product.fee} />)
    </>
  );
}

/** The products for a number, and their prices from the balance. */
export function OfferForm({ offer, initial, refusal, busy, onDone, onOtherNumber }: Props) {
  const { t } = useTranslation('transfer');
  const [chosen, setChosen] = useState(initial?.product.product_id);
  const [tries, setTries] = useState(0);
  const said = saidOf(refusal);
  const form = useFirstMistake(tries, refusal);
  const product = offer.products.find(({ product_id }) => product_id === chosen);
  const least = Math.min(...offer.products.map(({ total }) => total));
  const covered = least <= offer.balance;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (product) {
      onDone({ kind: 'international', to: offer.to_mobile, offer, product });
    }
  };
  return (
    <form noValidate ref={form} className="stack form" onSubmit={submit}>
      <Whose offer={offer} onOtherNumber={onOtherNumber} />
      {!covered && <NothingToGive why="balance" least={least} />}
      <RadioCards
        legend={t('international.product')}
        name="product"
        value={chosen}
        cards={offer.products.map((one) => ({
          value: one.product_id,
          title: <ForeignMoney of={one.gets} />,
          hint: <Price product={one} />,
          disabled: one.total > offer.balance,
        }))}
        error={tries > 0 && !product ? t('international.productError') : said.of('product_id')}
        onChange={setChosen}
      />
      <ErrorNotice error={said.rest} />
      {covered && (
        <Button type="submit" size="lg" className="primary-action" loading={busy}>
          {t('continue')}
        </Button>
      )}
    </form>
  );
}
