import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ResolveTopUpRecipientData, resolveTopUpRecipient, type TopUpOffer } from '@/api/gen-transfers';
import { zResolveTopUpRecipientBody } from '@/api/gen-transfers/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { MobileField } from '@/components/form/number-field';
import { fieldRule } from '@/lib/form/field-rule';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useLineCall } from '@/lib/session/use-line-call';
import { digitsOnly, latinDigits } from '@/lib/text/digits';
import type { FormProps } from './form-props';
import { OfferForm } from './offer-form';

const fewestDigits = 8;

type Typed = ResolveTopUpRecipientData['body'];

const schema = zResolveTopUpRecipientBody.check(
  fieldRule('to_mobile', ({ to_mobile }) => digitsOnly(to_mobile).length >= fewestDigits),
);

interface NumberProps {
  initial: string;
  onOffer: (offer: TopUpOffer) => void;
}

/** Asks for the number; the partner decides its operator and its products. */
function NumberForm({ initial, onOffer }: NumberProps) {
  const { t } = useTranslation('transfer');
  const { headers } = useLineCall();
  const ask = useAttempt(async (body: Typed) => {
    const { data } = await resolveTopUpRecipient({ headers, body, throwOnError: true });
    onOffer(data.data);
  });
  const { form, refusal } = useSchemaForm<Typed>(schema, {
    defaultValues: { to_mobile: initial },
    mode: 'onSubmit',
    error: ask.error,
    under: 'transfer.',
  });
  return (
    <Form form={form} className="stack form" onSubmit={ask.attempt}>
      <MobileField
        form={form}
        name="to_mobile"
        inputMode="tel"
        label={t('to.label')}
        description={t('international.hint')}
        missing={t('to.error')}
        invalid={t('to.error')}
        autoComplete="off"
        read={(typed) => latinDigits(typed).trim()}
        onType={ask.clear}
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={ask.busy}>
        {t('continue')}
      </Button>
    </Form>
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
