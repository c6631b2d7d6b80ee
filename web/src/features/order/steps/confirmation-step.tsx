import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { confirmOrder } from '@/api/gen';
import { getAppConfigurationOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { PageHeading } from '@/components/page-heading';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import { OrderChoices } from '../components/order-choices';
import { PriceLines } from '../components/price-lines';
import { PromoCode } from '../components/promo-code';
import { PortHints } from '../port/port-hints';
import { useStepAction, useWizard } from '../shell/wizard-context';
import classes from './confirmation-step.module.css';

const OldSimNotice = lazyWithTexts(['replacement'], () => import('../replacement/old-sim-notice'));

function TermsLink({ children }: { children?: React.ReactNode }) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const configuration = useQuery(getAppConfigurationOptions({ headers: { 'accept-language': language } }));
  return (
    <a href={configuration.data?.termsUrl ?? `/${language}/terms`} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden"> ({t('confirmation.newTab')})</span>
    </a>
  );
}

export default function ConfirmationStep() {
  const { t } = useTranslation('order');
  const { order } = useWizard();
  const [accepted, setAccepted] = useState(false);
  const [asked, setAsked] = useState(false);
  const confirm = useStepAction((call, total: number) =>
    confirmOrder({ ...call, body: { acceptTerms: true, total } }),
  );
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (accepted && order.price) {
      void confirm.submit(order.price.total);
    }
  };
  return (
    <>
      <PageHeading
        takesFocus
        title={t('steps.order-confirmation.title')}
        lead={t('steps.order-confirmation.lead')}
      />
      <div className="stack">
        <PortHints order={order} title={t('confirmation.hints')} />
        {order.replacement && (
          <Suspense>
            <OldSimNotice />
          </Suspense>
        )}
        <OrderChoices order={order} />
        {order.price && (
          <section className="card" aria-label={t('confirmation.price')}>
            <PriceLines order={order} price={order.price} />
          </section>
        )}
        <PromoCode order={order} />
      </div>
      <form noValidate className={`stack ${classes.consent}`} onSubmit={submit}>
        <Checkbox
          size="md"
          checked={accepted}
          onChange={(event) => setAccepted(event.currentTarget.checked)}
          error={asked && !accepted ? t('confirmation.termsError') : undefined}
          label={<Trans t={t} i18nKey="confirmation.terms" components={{ terms: <TermsLink /> }} />}
        />
        <ErrorNotice error={confirm.error} />
        <Button type="submit" size="lg" className="primary-action" loading={confirm.isPending}>
          {t('confirmation.submit')}
        </Button>
      </form>
    </>
  );
}
