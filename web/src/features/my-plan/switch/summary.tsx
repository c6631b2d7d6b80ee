import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Msisdn } from '@/components/ltr';
import { usePaymentSettings } from '@/components/payment/use-payment-settings';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { Price } from './price';
import { steps } from './steps';
import type { Offer, Start } from './wanted';

interface Props {
  offer: Offer;
  start: Start;
  number: string;
  busy: boolean;
  error: unknown;
  onChange: () => void;
  onDone: () => void;
}

/** Returns the text of the last button: it pays or it confirms. */
const lastWord = (offer: Offer, start: Start) => {
  if (start === 'renewal') {
    return 'summary.schedule';
  }
  return offer.now?.paidBy === 'invoice' ? 'summary.bill' : 'summary.pay';
};

/** PLAN_SUMMARY: a summary of all choices. */
export function Summary({ offer, start, number, busy, error, onChange, onDone }: Props) {
  const { t } = useTranslation('switch-plan');
  const language = useLanguage();
  const minutes = usePaymentSettings().data?.planSwitchMinutes ?? 5;
  const { plan, present, later } = offer;
  return (
    <section className="stack" data-step={steps.planSummary}>
      <div className="card stack">
        <h2 className="heading">{t('summary.title')}</h2>
        <FactRows>
          <Fact label={t('summary.number')}>
            <Msisdn value={number} />
          </Fact>
          <Fact label={t('summary.plan')}>{plan.name}</Fact>
          {plan.id !== present.id && <Fact label={t('summary.instead')}>{present.name}</Fact>}
          <Fact label={t('summary.starts')}>
            {start === 'now' || !later ? t('summary.now', { count: minutes }) : day(later.startsAt, language)}
          </Fact>
        </FactRows>
        <Price offer={offer} start={start} />
      </div>
      <ErrorNotice error={error} />
      <Button size="lg" className="primary-action" loading={busy} onClick={onDone}>
        {t(lastWord(offer, start))}
      </Button>
      <Button variant="default" onClick={onChange}>
        {t('summary.change')}
      </Button>
    </section>
  );
}
