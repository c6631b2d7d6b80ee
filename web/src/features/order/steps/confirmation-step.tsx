import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { confirmOrder } from '@/api/gen';
import { zConfirmOrderBody } from '@/api/gen/zod.gen';
import { getAppConfigurationOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { CheckField } from '@/components/form/check-field';
import { Form } from '@/components/form/form';
import { PageHeading } from '@/components/page-heading';
import { fieldRule } from '@/lib/form/field-rule';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { lazyWithTexts } from '@/lib/text/lazy-with-texts';
import { useLanguage } from '@/lib/text/use-language';
import { OrderChoices } from '../components/order-choices';
import { PriceLines } from '../components/price-lines';
import { PromoCode } from '../components/promo-code';
import { PortHints } from '../port/port-hints';
import { useStepAction, useWizard } from '../shell/wizard-context';
import classes from './confirmation-step.module.css';

const OldSimNotice = lazyWithTexts(['replacement'], () => import('../replacement/old-sim-notice'));

const consentSchema = z
  .pick(zConfirmOrderBody, { acceptTerms: true })
  .check(fieldRule('acceptTerms', ({ acceptTerms }) => acceptTerms));
type Consent = z.infer<typeof consentSchema>;

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
  const confirm = useStepAction((call, total: number) =>
    confirmOrder({ ...call, body: { acceptTerms: true, total } }),
  );
  const { form, refusal } = useSchemaForm<Consent>(consentSchema, {
    defaultValues: { acceptTerms: false },
    mode: 'onSubmit',
    error: confirm.error,
  });
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
      <Form
        form={form}
        className={`stack ${classes.consent}`}
        onSubmit={() => order.price && confirm.submit(order.price.total)}
      >
        <CheckField
          form={form}
          name="acceptTerms"
          invalid={t('confirmation.termsError')}
          label={<Trans t={t} i18nKey="confirmation.terms" components={{ terms: <TermsLink /> }} />}
        />
        <ErrorNotice error={refusal} />
        <Button type="submit" size="lg" className="primary-action" loading={confirm.isPending}>
          {t('confirmation.submit')}
        </Button>
      </Form>
    </>
  );
}
