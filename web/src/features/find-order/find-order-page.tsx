import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type LookUpOrderData, lookUpOrder, openOrderFound } from '@/api/gen';
import type { CodeSent } from '@/api/gen-session';
import { Msisdn } from '@/components/ltr';
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

const nothing: Wanted = { orderNumber: '', mobile: '' };

/** Codes hang on a session of the device; guests who order have none yet. */
function useLookUp() {
  const headers = { 'accept-language': useLanguage() };
  return (body: Wanted): Promise<CodeSent> =>
    withDevice(async () => (await lookUpOrder({ headers, body, throwOnError: true })).data.data);
}

/** The order found opens like one that was started here. */
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

/** For whoever ordered in another browser: order number, mobile, and the code sent to it. */
export function FindOrderPage() {
  const { t } = useTranslation('find-order');
  const [wanted, setWanted] = useState(nothing);
  const [code, setCode] = useState<CodeSent>();
  const lookUp = useLookUp();
  const open = useOpenFound();
  const ask = useAttempt(async (body: Wanted) => {
    setWanted(body);
    setCode(await lookUp(body));
  });
  return (
    <div className={`container ${classes.page}`}>
      {code ? (
        <>
          <PageHeading
            title={t('find.codeTitle')}
            lead={t('find.codeLead', { order: `\u2066${wanted.orderNumber}\u2069` })}
          />
          <div className="form">
            <OneTimeCode
              sent={code}
              to={<Msisdn value={wanted.mobile} />}
              onCode={(otp) => open(wanted, otp)}
              onResend={() => lookUp(wanted)}
              onCancel={() => setCode(undefined)}
            />
          </div>
        </>
      ) : (
        <>
          <PageHeading takesFocus title={t('find.title')} lead={t('find.lead')} />
          <OrderNumberForm initial={wanted} error={ask.error} busy={ask.busy} onSubmit={ask.attempt} />
        </>
      )}
    </div>
  );
}
