import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { RechargeOptions } from '@/api/gen-purchases';
import { TextField } from '@/components/form/text-field';
import { Money } from '@/components/money';
import { digitInput } from '@/lib/form/digit-input';
import { riyals } from '@/lib/text/format';
import { wholeHalalasOf } from '@/lib/text/riyals';
import { withVat } from '@/lib/text/vat';

/** The amount of the recharge and its price. */
export function AmountField({ options }: { options: RechargeOptions }) {
  const { t } = useTranslation('auto-recharge');
  const form = useFormContext<{ amount: string }>();
  const amount = wholeHalalasOf(form.watch('amount'));
  const { minimum, maximum } = options;
  const limits = { min: riyals(minimum), max: riyals(maximum) };
  const error = t('amount.error', limits);
  return (
    <div>
      <TextField
        form={form}
        name="amount"
        label={t('amount.label')}
        description={t('amount.hint', limits)}
        missing={error}
        invalid={error}
        autoComplete="off"
        maxLength={40}
        {...digitInput}
      />
      <p aria-live="polite">
        {amount !== undefined && amount >= minimum && amount <= maximum && (
          <>
            {t('amount.pay')} <Money amount={withVat(amount, options.vatPercent)} />{' '}
            <small>{t('amount.vat', { percent: options.vatPercent })}</small>
          </>
        )}
      </p>
    </div>
  );
}
