import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Calendar, checkEligibility } from '@/api/gen';
import { zCheckEligibilityBody, zNationality } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { DatePartsField } from '@/components/form/date-parts-field';
import { Form } from '@/components/form/form';
import { IdField } from '@/components/form/number-field';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { useServerRefusal } from '@/lib/form/field-errors';
import { isPersonalId } from '@/lib/form/id-number';
import { digitsOnly } from '@/lib/text/digits';
import { useStepForm } from '../shell/step-form';
import { useStepAction, useWizard } from '../shell/wizard-context';
import { eligibilitySchema, isCitizenId, type TypedClaim } from './eligibility';
import { NationalityField } from './nationality-field';

export default function EligibilityStep() {
  const { t } = useTranslation('order');
  const { order } = useWizard();
  const check = useStepAction((call, claim: TypedClaim) =>
    checkEligibility({ ...call, body: zCheckEligibilityBody.parse(claim) }),
  );
  const form = useStepForm<TypedClaim>('eligibility-check', eligibilitySchema, {
    idNumber: '',
    nationality: zNationality.safeParse(order.person?.nationality).data ?? '',
    birthDate: order.person?.birthDateHijri ?? order.person?.birthDate ?? '',
    birthDateCalendar: order.person && !order.person.birthDateHijri ? 'gregorian' : 'hijri',
  });
  const calendar = form.watch('birthDateCalendar') ?? 'hijri';
  const refusal = useServerRefusal(form, check.error);
  /** Another calendar has other years, so a change of calendar clears the typed date. */
  const chooseCalendar = (next: Calendar) => {
    if (next !== form.getValues('birthDateCalendar')) {
      form.setValue('birthDateCalendar', next);
      form.setValue('birthDate', '');
    }
  };
  const prefill = (idNumber: string) => {
    // IDs of citizens show the Hijri date, those of residents the Gregorian date; an already typed date
    // stays.
    if (isPersonalId(idNumber) && !form.getValues('birthDate')) {
      chooseCalendar(isCitizenId(idNumber) ? 'hijri' : 'gregorian');
    }
    if (isCitizenId(idNumber)) {
      form.setValue('nationality', 'SA', { shouldValidate: form.formState.isSubmitted });
    } else if (idNumber.startsWith('2') && form.getValues('nationality') === 'SA') {
      form.setValue('nationality', '');
    }
  };
  return (
    <>
      <PageHeading
        takesFocus
        title={t('steps.eligibility-check.title')}
        lead={t('steps.eligibility-check.lead')}
      />
      <Form form={form} className="stack form" onSubmit={check.submit}>
        {order.person && (
          <Notice>{t('eligibility.registered', { id: `\u2066${order.person.idNumberMasked}\u2069` })}</Notice>
        )}
        <IdField
          form={form}
          name="idNumber"
          label={t('eligibility.idNumber')}
          description={t('eligibility.idNumberHint')}
          invalid={t('eligibility.idNumberError')}
          onType={(typed) => prefill(digitsOnly(typed))}
        />
        <NationalityField form={form} isCitizen={isCitizenId(form.watch('idNumber'))} />
        <DatePartsField
          form={form}
          name="birthDate"
          invalid={t('eligibility.birthDateError')}
          calendar={calendar}
          onCalendar={chooseCalendar}
        />
        <ErrorNotice error={refusal} />
        <Button type="submit" size="lg" className="primary-action" loading={check.isPending}>
          {t('eligibility.submit')}
        </Button>
      </Form>
    </>
  );
}
