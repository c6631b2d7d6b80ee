import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Msisdn } from '@/components/ltr';
import { useOrder } from '@/lib/order-query';
import { knownOrders } from '@/lib/order-session';
import { currentStep, stepPath } from '@/lib/order-steps';
import { useLanguage } from '@/lib/use-language';
import classes from './home-page.module.css';

function Resume({ orderId }: { orderId: string }) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const { data: order } = useOrder(orderId);
  if (!order || ['active', 'cancelled', 'abandoned'].includes(order.stage)) {
    return null;
  }
  return (
    <section className={`card ${classes.resume}`}>
      <div>
        <h2>{t('resume.title')}</h2>
        <p>
          {order.booking && <Msisdn value={order.booking.msisdn} />} {t('resume.text')}
        </p>
      </div>
      <Button component={Link} variant="default" to={stepPath(language, currentStep(order), order.id)}>
        {t('resume.go')}
      </Button>
    </section>
  );
}

/** The newest order of this browser, while it is under way. */
export function ResumeOrder() {
  const [newest] = useState(() => knownOrders()[0]);
  return newest ? <Resume orderId={newest.id} /> : null;
}
