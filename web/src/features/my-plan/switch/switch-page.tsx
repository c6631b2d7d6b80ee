import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { zPlanId } from '@/api/gen-plans/zod.gen';
import { getUserPlanOptions } from '@/api/gen-session/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';
import { useBelongsTo } from '@/lib/site/belongs-to';
import { usePath } from '@/lib/site/use-path';
import { NotEligible } from './not-eligible';
import { steps } from './steps';
import { SwitchFlow } from './switch-flow';
import { useOffer } from './use-offer';
import { kindOf } from './wanted';

function Back() {
  const { t } = useTranslation('switch-plan');
  const mine = usePath('my-plan');
  return mine && <Link to={mine}>{t('toMyPlan')}</Link>;
}

/** CHECK_ELIGIBILITY and the page for its result. */
function Switch({ planId }: { planId: string }) {
  const { t } = useTranslation('switch-plan');
  const { plan, offer, reason, notEligible, error, isPending, refetch } = useOffer(planId);
  const mine = useQuery({ ...getUserPlanOptions(useLineCall()), refetchOnMount: 'always' });
  const subscription = mine.data?.data.subscription;
  const title = offer
    ? t(`title.${kindOf(offer)}`, { plan: offer.plan.name })
    : (plan?.name ?? t('title.page'));
  return (
    <>
      <PageHeading takesFocus title={title} lead={offer && t('lead')} />
      <div className="stack form">
        {(isPending || mine.isPending) && (
          <div data-step={steps.checkEligibility}>
            <p role="status">{t('checking')}</p>
            <Loading lines={3} height={140} />
          </div>
        )}
        <ErrorNotice error={error ?? mine.error} onRetry={() => Promise.all([refetch(), mine.refetch()])} />
        {notEligible && <NotEligible plan={plan} reason={reason} />}
        {offer && subscription && <SwitchFlow offer={offer} subscription={subscription} />}
        <Back />
      </div>
    </>
  );
}

/** A switch of the chosen line to the plan in the address: at once, or at the next renewal. */
export function SwitchPage() {
  const { selected } = useSession();
  const id = zPlanId.safeParse(useParams().planId).data ?? 'none';
  useBelongsTo('my-plan');
  return <Switch key={`${selected?.subscription_id}-${id}`} planId={id} />;
}
