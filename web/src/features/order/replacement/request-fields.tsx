import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '@/components/form/choice-field';
import { IdField, MobileField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { useSession } from '@/lib/session';
import { isolatedNumber } from '@/lib/session/line-name';
import { useWizard } from '../shell/wizard-context';
import { reasonsOf, type TypedRequest } from './request';

type Form = UseFormReturn<TypedRequest>;

/** A choice among the account's lines. */
function LineField({ form }: { form: Form }) {
  const { t } = useTranslation('replacement');
  const { subscribers } = useSession();
  return (
    <SelectField
      form={form}
      name="subscriptionId"
      label={t('line')}
      data={subscribers.map((line) => ({
        value: line.subscription_id,
        label: [line.nickname, isolatedNumber(line.mobile_number)].filter(Boolean).join(' · '),
      }))}
    />
  );
}

/** The line, its owner, and the reason of the replacement. */
export function RequestFields({ form }: { form: Form }) {
  const { t } = useTranslation('replacement');
  const { order } = useWizard();
  const { status } = useSession();
  return (
    <>
      {status === 'signed-in' ? (
        <LineField form={form} />
      ) : (
        <MobileField
          form={form}
          name="msisdn"
          label={t('msisdn')}
          description={t('msisdnHint')}
          invalid={t('msisdnError')}
          autoComplete="tel-national"
        />
      )}
      <IdField
        form={form}
        name="idNumber"
        label={t('idNumber')}
        description={t('idNumberHint')}
        invalid={t('idNumberError')}
      />
      <ChoiceField
        form={form}
        name="reason"
        legend={t('reason')}
        cards={reasonsOf(order).map((value) => ({ value, title: t(value), hint: t(`${value}Hint`) }))}
        missing={t('reasonError')}
      />
    </>
  );
}
