import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Order, openOrderFound } from '@/api/gen';
import { lookUpOrder } from '@/api/gen-later';
import type { CodeSent } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { useAttempt } from '@/lib/form/use-attempt';
import { withDevice } from '@/lib/session/account';
import { useLanguage } from '@/lib/text/use-language';
import { rememberOrder } from '../../model/order-session';

interface Props {
  order: Order;
  onProven: () => Promise<unknown>;
  onCancel: () => void;
}

/** The code of the order's contact, as when the order is looked up: a link alone proves no person. */
export default function ProveContact({ order, onProven, onCancel }: Props) {
  const { t } = useTranslation('active-line');
  const headers = { 'accept-language': useLanguage() };
  const contact = order.contact?.mobile ?? '';
  const wanted = { orderNumber: order.orderNumber, contact };
  const [sent, setSent] = useState<CodeSent>();
  const lookUp = () =>
    withDevice(async () => (await lookUpOrder({ headers, body: wanted, throwOnError: true })).data.data);
  const send = useAttempt(async () => setSent(await lookUp()));
  const show = async (otp: string) => {
    const { data } = await openOrderFound({ headers, body: { ...wanted, otp }, throwOnError: true });
    rememberOrder(data.orderId, data.orderSessionId);
    await onProven();
  };
  if (sent) {
    return (
      <OneTimeCode
        sent={sent}
        to={<Msisdn value={contact} />}
        onCode={show}
        onResend={lookUp}
        onCancel={onCancel}
      />
    );
  }
  return (
    <>
      <p>
        {t('account.prove')} <Msisdn value={contact} />
      </p>
      <ErrorNotice error={send.error} />
      <Button size="lg" className="primary-action" loading={send.busy} onClick={() => send.attempt()}>
        {t('account.send')}
      </Button>
    </>
  );
}
