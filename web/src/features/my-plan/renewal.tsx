import { useTranslation } from 'react-i18next';
import type { PlanRenewal } from '@/api/gen-session';
import { Notice } from '@/components/notice';
import { day, riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { RechargeLink } from './recharge-link';

/** The price of the next cycle, and its payment. */
export function Renewal({ renewal }: { renewal: PlanRenewal }) {
  const { t } = useTranslation('my-plan');
  const language = useLanguage();
  const facts = { day: day(renewal.at, language), amount: riyals(renewal.amount) };
  const { extraSims } = renewal;
  const sims = extraSims && t('renewal.extraSims', { amount: riyals(extraSims) });
  if (!renewal.covered) {
    return (
      <Notice tone="warning" title={t('renewal.short')} action={<RechargeLink />}>
        {t('renewal.shortText', facts)} {sims}
      </Notice>
    );
  }
  return (
    <section className="card">
      <h2 className="heading">{t('renewal.title')}</h2>
      <p>
        {t(`renewal.${renewal.paidBy}`, facts)} {sims}
      </p>
    </section>
  );
}
