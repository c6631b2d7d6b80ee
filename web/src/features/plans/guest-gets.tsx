import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '@/api/gen-plans';
import { PrimaryButton } from '@/components/primary-action';
import type { Whose } from '@/lib/text/whose-number';
import classes from './get-plan.module.css';
import { NumberAsked } from './number-asked';
import { OrderActions } from './order-actions';

/** For guests: a plan for a number of the operator after signing in, or with an order. */
export function GuestGets({ plan }: { plan: Plan }) {
  const { t } = useTranslation('plans');
  const [asked, setAsked] = useState(false);
  const [whose, setWhose] = useState<Whose>();
  return (
    <>
      {asked ? (
        <NumberAsked plan={plan} whose={whose} onTold={setWhose} />
      ) : (
        <PrimaryButton onClick={() => setAsked(true)}>{t('get.open')}</PrimaryButton>
      )}
      {whose !== 'other' && (
        <>
          {plan.kind !== 'data' && <p className={classes.or}>{t('get.new')}</p>}
          <OrderActions plan={plan} />
        </>
      )}
    </>
  );
}
