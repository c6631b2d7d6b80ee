import { useTranslation } from 'react-i18next';
import type { PlanSubscription } from '@/api/gen-session';
import { Scene } from '@/brand/scene';
import { PrimaryLink } from '@/components/primary-action';
import { usePath } from '@/lib/site/use-path';
import { day, dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import type { Offer } from './wanted';

/** Confirms that the switch is scheduled for the next renewal. */
export function ScheduledDone({ offer, now }: { offer: Offer; now: PlanSubscription }) {
  const { t } = useTranslation('switch-plan');
  const language = useLanguage();
  const mine = usePath('my-plan');
  const facts = {
    plan: offer.present.name,
    next: offer.plan.name,
    day: day(now.scheduled?.startsAt ?? now.until, language),
    until: dayAndTime(now.changeableUntil, language),
  };
  return (
    <section className="card stack" role="status">
      <Scene of="success" />
      <h2 className="heading">{t('scheduled.title')}</h2>
      <p>{t('scheduled.text', facts)}</p>
      <p>{t('scheduled.until', facts)}</p>
      {mine && <PrimaryLink to={mine}>{t('toMyPlan')}</PrimaryLink>}
    </section>
  );
}
