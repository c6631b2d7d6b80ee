import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listPlansOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import type { Plan, PlanSubscription } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { AllowanceList } from './allowance-list';
import { isChangeable } from './cycle';
import classes from './my-plan.module.css';
import { PlanPrice } from './plan-price';
import { plansId } from './scheduled';

const allPlans = 50;

interface Props {
  plan: Plan;
  subscription: PlanSubscription;
  onChoose: (plan: Plan) => void;
}

/** One plan on sale: the line's own, the one that comes next, or one to switch to. */
function Offer({ offer, plan, subscription, onChoose }: Props & { offer: Plan }) {
  const { t } = useTranslation('my-plan');
  const language = useLanguage();
  const when = { plan: offer.name, day: day(subscription.until, language) };
  const mark = { [subscription.scheduled?.plan.id ?? '']: 'plans.next', [plan.id]: 'plans.present' } as const;
  const is = mark[offer.id];
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
      {!is && (
        <Button variant="default" aria-label={t('plans.switchTo', when)} onClick={() => onChoose(offer)}>
          {t('plans.switch', when)}
        </Button>
      )}
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
  if (offers?.every(({ id }) => id === props.plan.id)) {
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

/** Another plan, as long as one can be chosen for the next cycle. */
export function OtherPlans(props: Props) {
  const { t } = useTranslation('my-plan');
  const language = useLanguage();
  const { stage, until } = props.subscription;
  const closed = stage === 'active' ? 'plans.prepared' : 'plans.onlyActive';
  return (
    <section>
      <h2 id={plansId} tabIndex={-1} className={classes.heading}>
        {t('plans.title')}
      </h2>
      {isChangeable(props.subscription) ? (
        <Offers {...props} />
      ) : (
        <p className={classes.text}>{t(closed, { day: day(until, language) })}</p>
      )}
    </section>
  );
}
