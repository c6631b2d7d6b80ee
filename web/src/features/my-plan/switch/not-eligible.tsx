import { useTranslation } from 'react-i18next';
import type { SwitchReason } from '@/api/gen-lines';
import type { Plan } from '@/api/gen-session';
import { Notice } from '@/components/notice';
import { PrimaryLink, SecondaryLink } from '@/components/primary-action';
import { usePath } from '@/lib/site/use-path';
import { steps } from './steps';

interface Props {
  /** Absent if the plan is no longer on sale. */
  plan: Plan | undefined;
  reason: SwitchReason | undefined;
}

/** Explains why the line may not have the plan, and offers other plans. */
export function NotEligible({ plan, reason }: Props) {
  const { t } = useTranslation('switch-plan');
  const mine = usePath('my-plan');
  const all = usePath('plans');
  const deactivation = usePath('deactivateNumber');
  const ending = reason?.code === 'line_ending' && deactivation;
  const title = plan?.category === 'hawakom' ? 'notEligible.hawakom' : 'notEligible.title';
  return (
    <section className="stack" data-step={steps.notEligible}>
      <Notice tone="negative" title={t(title)}>
        {reason?.message ?? t('notEligible.gone')}
      </Notice>
      <p className="button-row">
        {ending && <PrimaryLink to={ending}>{t('notEligible.keep')}</PrimaryLink>}
        {mine && !ending && <PrimaryLink to={mine}>{t('toMyPlan')}</PrimaryLink>}
        {all && <SecondaryLink to={all}>{t('notEligible.all')}</SecondaryLink>}
      </p>
    </section>
  );
}
