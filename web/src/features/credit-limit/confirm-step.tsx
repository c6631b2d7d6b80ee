import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CreditLimit, changeCreditLimit } from '@/api/gen-purchases';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Money } from '@/components/money';
import { useEffectCall } from '@/lib/session/use-effect-call';

interface Props {
  limit: CreditLimit;
  amount: number;
  onDone: (now: CreditLimit) => void;
  onBack: () => void;
}

type Answer = Awaited<ReturnType<typeof changeCreditLimit<true>>>['data'];

/** The change, before it is made. */
export function ConfirmStep({ limit, amount, onDone, onBack }: Props) {
  const { t } = useTranslation('credit-limit');
  const change = useEffectCall<void, Answer>(
    (call) => changeCreditLimit({ ...call, body: { amount, current: limit.limit } }),
    ({ data }) => onDone(data),
  );
  return (
    <div className="stack form">
      <h2>{t('confirm.title')}</h2>
      <FactRows>
        <Fact label={t('confirm.before')}>
          <Money amount={limit.limit} />
        </Fact>
        <Fact label={t('confirm.after')}>
          <Money amount={amount} />
        </Fact>
      </FactRows>
      <p>{amount > limit.limit ? t('confirm.raised') : t('confirm.lowered')}</p>
      <ErrorNotice error={change.error} />
      <Button size="lg" className="primary-action" loading={change.isPending} onClick={() => change.mutate()}>
        {t('confirm.change')}
      </Button>
      <Button
        variant="default"
        size="lg"
        className="primary-action"
        disabled={change.isPending}
        onClick={onBack}
      >
        {t('confirm.back')}
      </Button>
    </div>
  );
}
