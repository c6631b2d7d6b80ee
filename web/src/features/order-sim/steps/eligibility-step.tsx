import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { checkEligibility, type EligibilityClaim } from '@/api/gen';
import { zCheckEligibilityBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { latinDigits } from '@/lib/digits';
import { digitInput, fieldText } from '@/lib/step-form';
import { useLanguage } from '@/lib/use-language';
import { useStepForm } from '../step-form';
import { useStepAction, useWizard } from '../wizard-context';
import { nationalities } from './nationalities';

const isCitizenId = (idNumber: string) => idNumber.startsWith('1');
const today = () => new Date().toISOString().slice(0, 10);

/** The contract's shapes, and early word of what the server would refuse anyway. */
export const eligibilitySchema = zCheckEligibilityBody.check(
  z.refine(({ idNumber }) => /^[12]/.test(idNumber), { path: ['idNumber'] }),
  z.refine(({ idNumber, nationality }) => isCitizenId(idNumber) === (nationality === 'SA'), {
    path: ['nationality'],
  }),
  z.refine(({ birthDate }) => birthDate < today(), { path: ['birthDate'] }),
);

export default function EligibilityStep() {
  const { t } = useTranslation(['order', 'common']);
  const { order } = useWizard();
  const language = useLanguage();
  const options = useMemo(() => nationalities(language), [language]);
  const check = useStepAction((call, body: EligibilityClaim) => checkEligibility({ ...call, body }));
  const form = useStepForm<EligibilityClaim>(
    'eligibility-check',
    eligibilitySchema,
    { idNumber: '', nationality: order.person?.nationality ?? '', birthDate: order.person?.birthDate ?? '' },
    check.error,
  );
  const text = (name: keyof EligibilityClaim) =>
    fieldText(form.formState.errors[name], form.getValues(name), {
      required: t('common:errors.required'),
      invalid: t(`eligibility.${name}Error`),
    });
  const prefillNationality = (idNumber: string) => {
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
      <form noValidate className="stack form" onSubmit={form.handleSubmit(check.submit)}>
        {order.person && (
          <Notice>{t('eligibility.registered', { id: `\u2066${order.person.idNumberMasked}\u2069` })}</Notice>
        )}
        <TextInput
          size="md"
          label={t('eligibility.idNumber')}
          description={t('eligibility.idNumberHint')}
          error={text('idNumber')}
          maxLength={10}
          autoComplete="off"
          {...digitInput}
          {...form.register('idNumber', {
            setValueAs: (value: string) => latinDigits(value.trim()),
            onChange: (event) => prefillNationality(latinDigits(event.target.value)),
          })}
        />
        <NativeSelect
          size="md"
          label={t('eligibility.nationality')}
          error={text('nationality')}
          data={[{ value: '', label: t('eligibility.nationalityChoose') }, ...options]}
          {...form.register('nationality')}
        />
        <TextInput
          size="md"
          type="date"
          label={t('eligibility.birthDate')}
          description={t('eligibility.birthDateHint')}
          error={text('birthDate')}
          max={today()}
          min="1900-01-01"
          dir="ltr"
          autoComplete="bday"
          {...form.register('birthDate')}
        />
        <ErrorNotice error={check.error} />
        <Button type="submit" size="lg" loading={check.isPending}>
          {t('eligibility.submit')}
        </Button>
      </form>
    </>
  );
}
