import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { IdentityChallenge } from '@/components/identity-challenge';
import { PageHeading } from '@/components/page-heading';
import { useLanguage } from '@/lib/text/use-language';
import { currentStep, stepPath } from '../model/order-steps';
import { useLiveOrder } from '../model/use-live-order';
import { useWizard } from '../shell/wizard-context';

/** True once the answer came while this page was looking; coming back later to a finished step stays here. */
function useAnswered(status: string | undefined): boolean {
  const [sawWaiting, setSawWaiting] = useState(false);
  if (status === 'waiting' && !sawWaiting) {
    setSawWaiting(true);
  }
  return sawWaiting && status === 'completed';
}

/** Waits for the customer's answer in the identity app; the order moves on by itself. */
export default function IdentityStep() {
  const { t } = useTranslation(['order', 'common']);
  const { order } = useWizard();
  const language = useLanguage();
  useLiveOrder(order.id);
  const next = currentStep(order);
  const answered = useAnswered(order.identity?.status);
  if (answered && next !== 'identity-validation') {
    return <Navigate replace to={stepPath(language, next, order.id)} />;
  }
  return (
    <>
      <PageHeading
        takesFocus
        title={t('steps.identity-validation.title')}
        lead={t('steps.identity-validation.lead')}
      />
      <div className="stack form">
        <IdentityChallenge order={order} purpose="order" />
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
