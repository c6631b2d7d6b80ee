import { useForm } from 'react-hook-form';
import { CardFields } from '@/components/payment/card-fields';
import { CardExpiry, CardLabel } from '@/components/payment/card-label';
import { ChooseMethod } from '@/components/payment/choose-method';
import { ForeignMoney } from '@/components/payment/foreign-money';
import { AppleButton, NewCard } from '@/components/payment/new-card';
import { PayForm } from '@/components/payment/pay-form';
import { Safety } from '@/components/payment/safety';
import { SchemeMarks } from '@/components/payment/scheme-marks';
import { StcPayField } from '@/components/payment/stc-pay-field';
import { TypedCard } from '@/components/payment/typed-card';
import { useAskedFields } from '@/components/payment/use-asked-fields';
import WalletCode from '@/components/payment/wallet-code';
import { PromoEntry } from '@/components/promo/promo-entry';
import { failures, savedCards, useWords } from '../made-up';
import { Specimen } from '../specimen';

const none = () => undefined;
const widget = { origin: location.origin, url: '/gallery-card-fields', publishableKey: 'gallery' };

/** The provider's fields appear here only while they load: their page belongs to the provider. */
function Card() {
  const asked = useAskedFields();
  const form = useForm({ defaultValues: { way: 'card', keepCard: true, stcPayMobile: '' } });
  return (
    <>
      <Specimen of="payment/card-fields, on their way">
        <CardFields ref={asked.fields} widget={widget} onToken={none} onRefused={none} />
      </Specimen>
      <Specimen of="payment/typed-card">
        <TypedCard asked={asked} onToken={none} />
      </Specimen>
      <Specimen of="payment/new-card, with Apple's button">
        <div className="stack">
          <AppleButton asked={asked} onToken={none} />
          <NewCard asked={asked} form={form} mayKeep onToken={none} />
        </div>
      </Specimen>
    </>
  );
}

export function Payment() {
  const words = useWords();
  const form = useForm({ defaultValues: { way: 'balance', keepCard: false, stcPayMobile: '0551234567' } });
  const wrong = useForm({
    defaultValues: { way: 'stc-pay', keepCard: false, stcPayMobile: '12' },
    errors: { stcPayMobile: { type: 'server', message: words.error } },
  });
  return (
    <>
      <Specimen of="payment/foreign-money">
        <ForeignMoney of={{ amount: '199.00', currency: 'INR' }} />
      </Specimen>
      <Specimen of="payment/pay-form">
        <PayForm
          total={58_000}
          balance={{ left: 1_000, price: 50_000 }}
          busy={false}
          error={undefined}
          onPay={none}
        />
      </Specimen>
      <Specimen of="payment/pay-form, busy, refused before">
        <PayForm total={58_000} busy error={failures(words).refused} onPay={none} />
      </Specimen>
      <Specimen of="payment/pay-form, declined before">
        <PayForm
          total={58_000}
          declined={{ reason: words.error }}
          busy={false}
          error={undefined}
          onPay={none}
        />
      </Specimen>
      <Specimen of="promo/promo-entry">
        <PromoEntry action={words.action} onOffer={none} />
      </Specimen>
      <Specimen of="payment/choose-method">
        <ChooseMethod
          form={form}
          cards={savedCards}
          others={['balance', 'card', 'stc-pay']}
          balance={{ left: 90_000, price: 50_000 }}
          order={['balance', ...savedCards.map(({ id }) => id), 'card', 'stc-pay']}
          value={form.watch('way')}
          declined={savedCards[0]?.id}
        />
      </Specimen>
      <Specimen of="payment/stc-pay-field, usual and wrong">
        <div className="stack">
          <StcPayField form={form} />
          <StcPayField form={wrong} />
        </div>
      </Specimen>
      <Specimen of="payment/wallet-code">
        <WalletCode paymentId="018f5c1e-7f55-7d1a-9d3c-000000000001" />
      </Specimen>
      <Specimen of="payment/card-label">
        <div className="stack">
          {savedCards.map((card) => (
            <span key={card.id}>
              <CardLabel {...card} /> <CardExpiry {...card} />
            </span>
          ))}
        </div>
      </Specimen>
      <Specimen of="payment/scheme-marks">
        <SchemeMarks />
      </Specimen>
      <Specimen of="payment/safety">
        <Safety />
      </Specimen>
      <Card />
    </>
  );
}
