import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listPlansOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import type { Plan, PlanSubscription } from '@/api/gen-session';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useBestPlan } from '@/components/plan/use-best-plan';
import { useCycleWords } from '@/components/plan/use-cycle-words';
import { PrimaryLink } from '@/components/primary-action';
import { SaleCard, SaleList } from '@/components/sale/sale-card';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import classes from './my-plan.module.css';
import { plansId } from './scheduled';

const allPlans = 50;

interface Props {
  plan: Plan;
  subscription: PlanSubscription;
}

/** The link to another plan, or back to this plan when it is inactive. */
function Choose({ offer: { id, name: plan }, words }: { offer: Plan; words: 'switchTo' | 'againTo' }) {
  const { t } = useTranslation('my-plan');
  const path = usePath('switch-plan');
  return path && <PrimaryLink to={`${path}/${id}`}>{t(`plans.${words}`, { plan })}</PrimaryLink>;
}

interface OfferProps extends Props {
  offer: Plan;
  best: ReturnType<typeof useBestPlan>;
}

/** A plan on sale: the present plan, the next plan, or a plan to switch to. */
function Offer({ offer, plan, subscription, best }: OfferProps) {
  const { t } = useTranslation(['my-plan', 'sale']);
  const cycle = useCycleWords();
  const mark = { [subscription.scheduled?.plan.id ?? '']: 'plans.next', [plan.id]: 'plans.present' } as const;
  const is = mark[offer.id];
  const own = offer.id === plan.id;
  const reason = offer.id === best?.id && !is ? best.reason : undefined;
  return (
    <SaleCard
      name={offer.name}
      mark={is ? t(is) : reason && t('sale:best.title')}
      reason={reason}
      isChosen={Boolean(is)}
      price={offer.price}
      period={cycle(offer)}
      contents={offer.items}
      action={
        own ? (
          subscription.stage !== 'active' && <Choose offer={offer} words="againTo" />
        ) : (
          <Choose offer={offer} words="switchTo" />
        )
      }
    />
  );
}

/** The plans on sale that fit the line. */
function Offers(props: Props) {
  const { t } = useTranslation('my-plan');
  const headers = { 'accept-language': useLanguage() };
  const best = useBestPlan();
  const { data, error, isPending, refetch } = useQuery(
    listPlansOptions({ query: { per_page: allPlans, kind: props.plan.kind }, headers }),
  );
  const offers = data?.items.filter(
    ({ subscriptionType }) => subscriptionType === props.plan.subscriptionType,
  );
  if (props.subscription.stage === 'active' && offers?.every(({ id }) => id === props.plan.id)) {
    return <p>{t('plans.empty')}</p>;
  }
  return (
    <>
      {isPending && <Loading lines={2} height={160} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      <SaleList>
        {offers?.map((offer) => (
          <Offer key={offer.id} offer={offer} best={best} {...props} />
        ))}
      </SaleList>
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
