import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listPlansOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import type { Plan, PlanSubscription } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PlanPrice } from '@/components/plan/plan-price';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import { AllowanceList } from './allowance-list';
import classes from './my-plan.module.css';
import { plansId } from './scheduled';

const allPlans = 50;

interface Props {
  plan: Plan;
  subscription: PlanSubscription;
}

/** A link to another plan, or back to this plan when it is inactive. */
function Choose({ offer, words }: { offer: Plan; words: 'switch' | 'again' }) {
  const { t } = useTranslation('my-plan');
  const path = usePath('switch-plan');
  return (
    path && (
      <Button
        component={Link}
        variant="default"
        to={`${path}/${offer.id}`}
        aria-label={t(`plans.${words}To`, { plan: offer.name })}
      >
        {t(`plans.${words}`)}
      </Button>
    )
  );
}

/** A plan on sale: the present plan, the next plan, or a plan to switch to. */
function Offer({ offer, plan, subscription }: Props & { offer: Plan }) {
  const { t } = useTranslation('my-plan');
  const mark = { [subscription.scheduled?.plan.id ?? '']: 'plans.next', [plan.id]: 'plans.present' } as const;
  const is = mark[offer.id];
  const own = offer.id === plan.id;
  return (
    <li className={`card ${classes.offer}`} data-marked={is && true}>
      <div className={classes.top}>
        <h3 className={classes.offerName}>{offer.name}</h3>
        {is && <strong className={classes.mark}>{t(is)}</strong>}
      </div>
      <p className={classes.dimmed}>
        <PlanPrice {...offer} />
      </p>
      <AllowanceList items={offer.items} />
      {!own && <Choose offer={offer} words="switch" />}
      {own && subscription.stage !== 'active' && <Choose offer={offer} words="again" />}
    </li>
  );
}

/** The plans on sale that fit the line. */
function Offers(props: Props) {
  const { t } = useTranslation('my-plan');
  const headers = { 'accept-language': useLanguage() };
  const { data, error, isPending, refetch } = useQuery(
    listPlansOptions({ query: { per_page: allPlans, kind: props.plan.kind }, headers }),
  );
  const offers = data?.items.filter(
    ({ subscriptionType }) => subscriptionType === props.plan.subscriptionType,
  );
  if (props.subscription.stage === 'active' && offers?.every(({ id }) => id === props.plan.id)) {
    return <p className={classes.text}>{t('plans.empty')}</p>;
  }
  return (
    <>
      {isPending && <Loading lines={2} height={160} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      <ul className={classes.offers}>
        {offers?.map((offer) => (
          <Offer key={offer.id} offer={offer} {...props} />
        ))}
      </ul>
    </>
  );
}

/** Another plan, at once or for the next cycle. */
export function OtherPlans(props: Props) {
  const { t } = useTranslation('my-plan');
  return (
    <section>
      <h2 id={plansId} tabIndex={-1} className={classes.heading}>
        {t('plans.title')}
      </h2>
      <Offers {...props} />
    </section>
  );
}
