import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Order } from '@/api/gen';
import { sendsToSupport } from '@/api/sent-to-support';
import { IdentityChallenge } from '@/components/identity/identity-challenge';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { SupportWays } from '@/components/support/support-ways';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import { currentStep, stepPath } from '../model/order-steps';
import { useLiveOrder } from '../model/use-live-order';
import { useWizard } from '../shell/wizard-context';

type Refusal = NonNullable<NonNullable<Order['person']>['refusal']>;

/** The reason why this person cannot order, and each alternative. */
function Refused({ order, refusal }: { order: Order; refusal: Refusal }) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const lines = usePath('sub-accounts');
  return (
    <Notice tone="negative" title={refusal.message}>
      {sendsToSupport(refusal.code) && (
        <p style={{ marginBlock: '0 0.4rem' }}>
          <SupportWays />
        </p>
      )}
      {refusal.code === 'max_sims_reached' && (
        <p style={{ marginBlock: '0 0.4rem' }}>
          {t('identity.tooManySims')} {lines && <Link to={lines}>{t('identity.mySims')}</Link>}
        </p>
      )}
      <Link to={stepPath(language, 'eligibility-check', order.id)}>{t('identity.otherPerson')}</Link>
    </Notice>
  );
}

/** Waits for the customer's answer in the identity app; the order continues by itself. */
export default function IdentityStep() {
  const { t } = useTranslation(['order', 'common']);
  const { order } = useWizard();
  const language = useLanguage();
  useLiveOrder(order.id);
  const next = currentStep(order);
  return (
    <>
      <PageHeading
        takesFocus
        title={t('steps.identity-validation.title')}
        lead={t('steps.identity-validation.lead')}
      />
      <div className="stack form">
        <IdentityChallenge order={order} purpose="order" />
        {order.person?.refusal && <Refused order={order} refusal={order.person.refusal} />}
        {next !== 'identity-validation' && (
          <Button
            component={Link}
            size="lg"
            className="primary-action"
            to={stepPath(language, next, order.id)}
          >
            {t('common:actions.continue')}
          </Button>
        )}
      </div>
    </>
  );
}
