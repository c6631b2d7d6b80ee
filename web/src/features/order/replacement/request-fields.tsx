import { NativeSelect, TextInput } from '@mantine/core';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RadioCards } from '@/components/choice/radio-cards';
import { digitInput, figuresUpTo } from '@/lib/form/digit-input';
import { useFieldText } from '@/lib/form/field-errors';
import { useSession } from '@/lib/session';
import { isolatedNumber } from '@/lib/session/line-name';
import { digitsOnly, nationalMobile } from '@/lib/text/digits';
import { useWizard } from '../shell/wizard-context';
import { type Request, reasonsOf } from './request';

type Form = UseFormReturn<Request>;

/** A choice among the account's lines. */
function LineField({ form }: { form: Form }) {
  const { t } = useTranslation('replacement');
  const { subscribers } = useSession();
  return (
    <NativeSelect
      size="md"
      label={t('line')}
      data={subscribers.map((line) => ({
        value: line.subscription_id,
        label: [line.nickname, isolatedNumber(line.mobile_number)].filter(Boolean).join(' · '),
      }))}
      {...form.register('subscriptionId')}
    />
  );
}

/** The line, its owner, and the reason of the replacement. */
export function RequestFields({ form }: { form: Form }) {
  const { t } = useTranslation('replacement');
  const { order } = useWizard();
  const { status } = useSession();
  const reason = useWatch({ control: form.control, name: 'reason' });
  const text = useFieldText(form, (name: 'msisdn' | 'idNumber') => t(`${name}Error`));
  return (
    <>
      {status === 'signed-in' ? (
        <LineField form={form} />
      ) : (
        <TextInput
          size="md"
          type="tel"
          label={t('msisdn')}
          description={t('msisdnHint')}
          error={text('msisdn')}
          autoComplete="tel-national"
          {...digitInput}
          {...form.register('msisdn', { setValueAs: (typed?: string) => nationalMobile(typed ?? '') })}
        />
      )}
      <TextInput
        size="md"
        label={t('idNumber')}
        description={t('idNumberHint')}
        error={text('idNumber')}
        autoComplete="off"
        {...figuresUpTo(10)}
        {...form.register('idNumber', { setValueAs: digitsOnly })}
      />
      <RadioCards
        legend={t('reason')}
        name="reason"
        value={reason}
        cards={reasonsOf(order).map((value) => ({ value, title: t(value), hint: t(`${value}Hint`) }))}
        error={form.formState.errors.reason && t('reasonError')}
        onChange={(value) => form.setValue('reason', value, { shouldValidate: true })}
      />
    </>
  );
}
