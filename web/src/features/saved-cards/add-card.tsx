import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addCard, type Purchase } from '@/api/gen-purchases';
import { ErrorNotice } from '@/components/error-notice';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { TypedCard } from '@/components/payment/typed-card';
import { useAskedFields } from '@/components/payment/use-asked-fields';
import { useOpenPurchase } from '@/components/payment/use-open-purchase';
import { usePaymentSettings } from '@/components/payment/use-payment-settings';
import { useEffectCall } from '@/lib/session/use-effect-call';

/** Adds a card with the provider's fields, and checks it with a charge that is refunded. */
export function AddCard({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation(['saved-cards', 'payment']);
  const asked = useAskedFields();
  const open = useOpenPurchase();
  const { data: settings } = usePaymentSettings();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  const add = useEffectCall<string, { data: Purchase }>(
    (call, cardToken) => addCard({ ...call, body: { cardToken } }),
    ({ data }) => open(data),
  );
  const take = (token: string) => {
    asked.answered();
    // A token works once: another try needs fresh fields.
    add.mutate(token, { onSettled: asked.openAnew });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    asked.ask();
  };
  return (
    <form className="card stack form" onSubmit={submit}>
      <h2 ref={title} tabIndex={-1} className="heading">
        {t('add.title')}
      </h2>
      {settings && (
        <p>
          {t('add.check')} <Money amount={settings.cardCheck} />
        </p>
      )}
      <TypedCard asked={asked} onToken={take} />
      <ErrorNotice error={add.error} />
      {asked.state === 'silent' && <Notice tone="warning">{t('payment:fieldsSilent')}</Notice>}
      <Button
        type="submit"
        size="lg"
        className="primary-action"
        loading={asked.state === 'asking' || add.isPending}
      >
        {t('add.submit')}
      </Button>
      <Button variant="default" className="primary-action" onClick={onCancel}>
        {t('add.cancel')}
      </Button>
    </form>
  );
}
