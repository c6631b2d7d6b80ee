import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, Rates } from '@/api/gen-plans';
import { Money } from '@/components/money';
import { PageHeading } from '@/components/page-heading';
import { AllowanceIcon } from '@/components/plan/allowance-icon';
import { RateList } from '@/components/plan/rate-list';
import classes from './plan-details.module.css';
import { PlanMark } from './plan-mark';
import { usePlanWords } from './use-plan-words';

function Allowances({ items }: Pick<Plan, 'items'>) {
  const { t } = useTranslation('plans');
  if (items.length === 0) {
    return <p className="dimmed">{t('noAllowances')}</p>;
  }
  return (
    <ul className={`stack near ${classes.allowances}`}>
      {items.map(({ type, label }) => (
        <li key={type}>
          <AllowanceIcon type={type} size={22} />
          {label}
        </li>
      ))}
    </ul>
  );
}

function Terms({ plan }: { plan: Plan }) {
  const { t } = useTranslation('plans');
  const words = usePlanWords();
  const facts = [
    [t('fact.type'), t(`type.${plan.kind === 'data' ? 'data' : plan.subscriptionType}`)],
    [t('fact.renewal'), words.renewal(plan)],
    [t('fact.commitment'), words.commitment(plan)],
    [t('fact.freeNumbers'), words.freeNumbers(plan)],
    [t('fact.ported'), plan.kind === 'voice' ? t(plan.takesPorted ? 'ported.yes' : 'ported.no') : undefined],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface Props {
  plan: Plan;
  rates: Rates;
  /** The customer's actions on the plan. */
  actions: ReactNode;
}

/** All details of a plan. */
export function PlanDetails({ plan, rates, actions }: Props) {
  const { t } = useTranslation('plans');
  const words = usePlanWords();
  return (
    <>
      <PageHeading takesFocus title={plan.name} lead={plan.description} />
      <div className={classes.columns}>
        <section className={`card ${classes.offer}`} aria-label={t('price')}>
          <PlanMark plan={plan} />
          <p className={classes.price}>
            <Money amount={plan.price} freeWhenZero />
          </p>
          <p className={classes.note}>
            {words.period(plan)} · {words.vat(plan)}
          </p>
          <div className={classes.actions}>{actions}</div>
        </section>
        <section>
          <h2 className="heading">{t('included')}</h2>
          <Allowances items={plan.items} />
        </section>
        <section>
          <h2 className="heading">{t('terms')}</h2>
          <Terms plan={plan} />
        </section>
        <section>
          <h2 className="heading">{t('rates.title')}</h2>
          <RateList rates={rates} />
        </section>
      </div>
    </>
  );
}
