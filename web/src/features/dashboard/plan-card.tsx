import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Plan } from '@/api/gen-session';
import { getUserPlanOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { AllowanceIcon } from '@/components/allowance-icon';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Money } from '@/components/money';
import { useCycleWords } from '@/components/plan/use-cycle-words';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import classes from './cards.module.css';

function Summary({ plan }: { plan: Plan }) {
  const { t } = useTranslation('dashboard');
  const path = usePath('my-plan');
  const cycle = useCycleWords();
  return (
    <>
      <p className={classes.name}>{plan.name}</p>
      <p className={classes.note}>
        <Money amount={plan.price} freeWhenZero /> {cycle(plan)}
      </p>
      <ul className={classes.items}>
        {plan.items.map(({ type, label }) => (
          <li key={`${type}-${label}`}>
            <AllowanceIcon type={type} />
            {label}
          </li>
        ))}
      </ul>
      {path && (
        <p className={classes.more}>
          <Link to={path}>{t('plan.open')}</Link>
        </p>
      )}
    </>
  );
}

/** The plan of the line. It is asked for on its own, so that the balance shows when the plan does not. */
export function PlanCard() {
  const { t } = useTranslation('dashboard');
  const { data, error, isPending, refetch } = useQuery(getUserPlanOptions(useLineCall()));
  const plan = data?.data.plan;
  return (
    <section className="card">
      <h2 className={classes.title}>{t('plan.title')}</h2>
      {isPending && <Loading lines={2} height={32} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {plan && <Summary plan={plan} />}
      {data && !plan && <p className={classes.note}>{t('plan.none')}</p>}
    </section>
  );
}
