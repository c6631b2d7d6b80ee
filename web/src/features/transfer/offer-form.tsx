import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { TopUpOffer, TopUpProduct } from '@/api/gen-transfers';
import { zTopUpChoice } from '@/api/gen-transfers/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { ChoiceField } from '@/components/form/choice-field';
import { Form } from '@/components/form/form';
import { Ltr } from '@/components/ltr';
import { Money } from '@/components/money';
import { ForeignMoney } from '@/components/payment/foreign-money';
import { fieldRule } from '@/lib/form/field-rule';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { countryName } from '@/lib/text/country-names';
import { useLanguage } from '@/lib/text/use-language';
import type { FormProps } from './form-props';
import { NothingToGive } from './nothing-to-give';

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

const zTyped = z.pick(zTopUpChoice, { product_id: true });
type Typed = z.infer<typeof zTyped>;

/** The products for a number, and their prices from the balance. */
export function OfferForm({ offer, initial, refusal, busy, onDone, onOtherNumber }: Props) {
  const { t } = useTranslation('transfer');
  const productOf = ({ product_id }: Typed) => offer.products.find((one) => one.product_id === product_id);
  const schema = zTyped.check(fieldRule('product_id', (typed) => productOf(typed) !== undefined));
  const { form, refusal: rest } = useSchemaForm<Typed>(schema, {
    defaultValues: { product_id: initial?.product.product_id },
    mode: 'onSubmit',
    error: refusal,
    under: 'transfer.',
  });
  const least = Math.min(...offer.products.map(({ total }) => total));
  const covered = least <= offer.balance;
  const submit = (typed: Typed) => {
    const product = productOf(typed);
    if (product) {
      onDone({ kind: 'international', to: offer.to_mobile, offer, product });
    }
  };
  return (
    <Form form={form} className="stack form" onSubmit={submit}>
      <Whose offer={offer} onOtherNumber={onOtherNumber} />
      {!covered && <NothingToGive why="balance" least={least} />}
      <ChoiceField
        form={form}
        name="product_id"
        legend={t('international.product')}
        cards={offer.products.map((one) => ({
          value: one.product_id,
          title: <ForeignMoney of={one.gets} />,
          hint: <Price product={one} />,
          disabled: one.total > offer.balance,
        }))}
        missing={t('international.productError')}
      />
      <ErrorNotice error={rest} />
      {covered && (
        <Button type="submit" size="lg" className="primary-action" loading={busy}>
          {t('continue')}
        </Button>
      )}
    </Form>
  );
}
