import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IdentityChallenge } from '@/components/identity/identity-challenge';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { useLanguage } from '@/lib/text/use-language';
import { currentStep, stepPath } from '../model/order-steps';
import { useLiveOrder } from '../model/use-live-order';
import { useWizard } from '../shell/wizard-context';

/** Waits for the customer's answer in the identity app; the order moves on by itself. */
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
        {order.person?.refusal && (
          <Notice tone="negative" title={order.person.refusal.message}>
            <Link to={stepPath(language, 'eligibility-check', order.id)}>{t('identity.otherPerson')}</Link>
          </Notice>
        )}
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
