import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RechargeOptions } from '@/api/gen-purchases';
import { Money } from '@/components/money';
import { digitInput } from '@/lib/form/digit-input';
import { riyals } from '@/lib/text/format';
import { withVat } from '@/lib/text/vat';
import { amountOf } from './wanted';

interface Props {
  options: RechargeOptions;
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
}

/** The amount of the recharge and its price. */
export function AmountField({ options, value, error, onChange }: Props) {
  const { t } = useTranslation('auto-recharge');
  const amount = amountOf(value, options);
  const limits = { min: riyals(options.minimum), max: riyals(options.maximum) };
  return (
    <div>
      <TextInput
        size="md"
        label={t('amount.label')}
        description={t('amount.hint', limits)}
        autoComplete="off"
        maxLength={40}
        value={value}
        error={error}
        {...digitInput}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p aria-live="polite">
        {amount !== undefined && (
          <>
            {t('amount.pay')} <Money amount={withVat(amount, options.vatPercent)} />{' '}
            <small>{t('amount.vat', { percent: options.vatPercent })}</small>
          </>
        )}
      </p>
    </div>
  );
}
