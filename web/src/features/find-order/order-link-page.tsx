import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { getOrder } from '@/api/gen';
import { type OpenOrderLinkResponse, openOrderLink } from '@/api/gen-session';
import { zOpenOrderLinkBody } from '@/api/gen-session/zod.gen';
import { problemOf } from '@/api/problem';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { findOrderPath } from '@/features/order/model/find-order-path';
import { orderCall } from '@/features/order/model/order-query';
import { sessionOf } from '@/features/order/model/order-session';
import { stepPath } from '@/features/order/model/order-steps';
import { dropOrder, rememberPart } from '@/features/order/model/other-sessions';
import { useAttempt } from '@/lib/form/use-attempt';
import { withDevice } from '@/lib/session/account';
import { useAddressSecret } from '@/lib/session/use-address-secret';
import type { Language } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';

/** Tells whether this browser has a secret that opens the whole order. */
async function opensWhole(orderId: string, language: Language): Promise<boolean> {
  if (!sessionOf(orderId)) {
    return false;
  }
  try {
    const { data } = await getOrder({ ...orderCall(orderId, language), throwOnError: true });
    return data.opened === undefined;
  } catch {
    return false;
  }
}

/** Stores the session from the link, unless this browser has a better one. */
async function keep({ orderId, orderSessionId }: OpenOrderLinkResponse, language: Language): Promise<void> {
  if (await opensWhole(orderId, language)) {
    return;
  }
  dropOrder(orderId);
  if (orderSessionId) {
    rememberPart(orderId, orderSessionId);
  }
}

function useOpenLink() {
  const language = useLanguage();
  const navigate = useNavigate();
  return useAttempt(async (token: string) => {
    const headers = { 'accept-language': language };
    const { data } = await withDevice(() => openOrderLink({ headers, body: { token }, throwOnError: true }));
    await keep(data, language);
    const activation = `/${language}/sim-activation?order=${data.orderId}`;
    const details = stepPath(language, 'order-details', data.orderId);
    await navigate(data.opened === 'activation' ? activation : details, { replace: true });
  });
}

const titles = {
  order_link_over: 'link.over',
  order_link_opened: 'link.opened',
  order_link_invalid: 'link.invalid',
} as const;
const isEnded = (key: string): key is keyof typeof titles => key in titles;

/** Shown for a link that no longer works: another way to the order. */
function Ended({ title, message, orderNumber }: { title: string; message: string; orderNumber?: string }) {
  const { t } = useTranslation('find-order');
  const language = useLanguage();
  return (
    <DeadEnd scene="closed" title={title} lead={message}>
      <PrimaryLink to={orderNumber ? findOrderPath(language, orderNumber) : `/${language}/find-order`}>
        {t('link.find')}
      </PrimaryLink>
      <SecondaryLink to={`/${language}/`}>{t('link.home')}</SecondaryLink>
    </DeadEnd>
  );
}

/** The page behind a message's link: it opens its part of the order, or explains how to find the order. */
export function OrderLinkPage() {
  const { t } = useTranslation('find-order');
  const token = useAddressSecret();
  const wellFormed = zOpenOrderLinkBody.safeParse({ token }).success;
  const { attempt, error } = useOpenLink();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is opened once, however often the page is drawn
  useEffect(() => {
    if (wellFormed) {
      void attempt(token);
    }
  }, []);
  const refused = problemOf(error);
  if (!wellFormed) {
    return <Ended title={t('link.invalid')} message={t('link.invalidText')} />;
  }
  if (refused && isEnded(refused.messageKey)) {
    const { message, messageKey, orderNumber } = refused;
    return <Ended title={t(titles[messageKey])} message={message} {...(orderNumber && { orderNumber })} />;
  }
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      <PageHeading title={t('link.opening')} />
      {error ? <ErrorNotice error={error} onRetry={() => attempt(token)} /> : <Loading lines={3} />}
    </div>
  );
}
