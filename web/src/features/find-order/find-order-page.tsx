import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { openOrderFound } from '@/api/gen';
import { type LookUpOrderData, lookUpOrder } from '@/api/gen-later';
import type { CodeSent } from '@/api/gen-session';
import { Ltr, Msisdn } from '@/components/ltr';
import { OneTimeCode } from '@/components/one-time-code';
import { PageHeading } from '@/components/page-heading';
import { rememberOrder } from '@/features/order/model/order-session';
import { stepPath } from '@/features/order/model/order-steps';
import { useAttempt } from '@/lib/form/use-attempt';
import { withDevice } from '@/lib/session/account';
import { useLanguage } from '@/lib/text/use-language';
import { OrderNumberForm } from './order-number-form';
import classes from './orders.module.css';

type Wanted = LookUpOrderData['body'];

/** Requests a code. Codes need a session of the device, which a guest does not have yet. */
function useLookUp() {
  const headers = { 'accept-language': useLanguage() };
  return (body: Wanted): Promise<CodeSent> =>
    withDevice(async () => (await lookUpOrder({ headers, body, throwOnError: true })).data.data);
}

/** Opens a found order like an order that was started here. */
function useOpenFound() {
  const language = useLanguage();
  const navigate = useNavigate();
  return async (wanted: Wanted, otp: string) => {
    const headers = { 'accept-language': language };
    const { data } = await openOrderFound({ headers, body: { ...wanted, otp }, throwOnError: true });
    rememberOrder(data.orderId, data.orderSessionId);
    await navigate(stepPath(language, 'order-details', data.orderId));
  };
}

/**
 * For a customer who ordered in another browser: order number, mobile number or e-mail, and the code sent
 * there.
 */
export function FindOrderPage() {
  const { t } = useTranslation('find-order');
  const [params] = useSearchParams();
  const [wanted, setWanted] = useState<Wanted>({ orderNumber: params.get('order') ?? '', contact: '' });
  const [code, setCode] = useState<CodeSent>();
  const [entering, setEntering] = useState(false);
  const lookUp = useLookUp();
  const open = useOpenFound();
  const isEmail = wanted.contact.includes('@');
  const ask = useAttempt(async (body: Wanted) => {
    setWanted(body);
    setCode(await lookUp(body));
    setEntering(true);
  });
  return (
    <div className={`container ${classes.page}`}>
      {code && entering ? (
        <>
          <PageHeading
            title={t('find.codeTitle')}
            lead={t('find.codeLead', { order: `\u2066${wanted.orderNumber}\u2069` })}
          />
          <div className="form">
            <OneTimeCode
              sent={code}
              to={isEmail ? <Ltr>{wanted.contact}</Ltr> : <Msisdn value={wanted.contact} />}
              onCode={(otp) => open(wanted, otp)}
              onResend={() => lookUp(wanted)}
              onCancel={() => setEntering(false)}
            />
          </div>
        </>
      ) : (
        <>
          <PageHeading takesFocus title={t('find.title')} lead={t('find.lead')} />
          <OrderNumberForm
            initial={wanted}
            notBefore={code?.resend_at}
            error={ask.error}
            busy={ask.busy}
            onSubmit={ask.attempt}
          />
        </>
      )}
    </div>
  );
}
