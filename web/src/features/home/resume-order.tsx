import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Msisdn } from '@/components/ltr';
import { useOrder } from '@/features/order/model/order-query';
import { type KnownOrder, knownOrders } from '@/features/order/model/order-session';
import { currentStep, stepPath } from '@/features/order/model/order-steps';
import { over } from '@/features/order/model/standing';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import classes from './home-page.module.css';

const OrderStage = lazyWithTexts(['find-order'], () => import('@/components/order-stage'));

interface Props {
  newest: KnownOrder;
  older: KnownOrder[];
}

function Resume({ newest, older }: Props) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const { data: order, isError } = useOrder(newest.id);
  if (isError || (order && over(order))) {
    return <FirstUnderWay orders={older} />;
  }
  if (!order) {
    return null;
  }
  return (
    <section className={`card ${classes.resume}`}>
      <div>
        <h2>{t('resume.title')}</h2>
        <p>
          {order.booking && <Msisdn value={order.booking.msisdn} />}
          <Suspense fallback={null}>
            <OrderStage {...order} />
          </Suspense>
          <span>{t('resume.text')}</span>
        </p>
      </div>
      <Button component={Link} variant="default" to={stepPath(language, currentStep(order), order.id)}>
        {t('resume.go')}
      </Button>
    </section>
  );
}

function FirstUnderWay({ orders: [newest, ...older] }: { orders: KnownOrder[] }) {
  return newest ? <Resume newest={newest} older={older} /> : null;
}

/** The maximum number of orders to read until one is found. */
const mostAsked = 5;

/** The newest open order of this browser. */
export function ResumeOrder() {
  const [orders] = useState(() => knownOrders().slice(0, mostAsked));
  return <FirstUnderWay orders={orders} />;
}
