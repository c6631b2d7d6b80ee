import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { checkEligibility, type EligibilityClaim } from '@/api/gen';
import { zCheckEligibilityBody } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { isoDate, isRealDay } from '@/lib/form/birth-date';
import { digitInput } from '@/lib/form/digit-input';
import { fieldText, useServerRefusal } from '@/lib/form/field-errors';
import { latinDigits } from '@/lib/text/digits';
import { useLanguage } from '@/lib/text/use-language';
import { BirthDateField } from '../components/birth-date-field';
import { useStepForm } from '../shell/step-form';
import { useStepAction, useWizard } from '../shell/wizard-context';
import { nationalities } from './nationalities';

const isCitizenId = (idNumber: string) => idNumber.startsWith('1');
const oldest = '1900-01-01';
const today = () => new Date().toISOString().slice(0, 10);

/** The contract's shapes, and early word of what the server would refuse anyway. */
const claimSchema = zCheckEligibilityBody.check(
  z.refine(({ idNumber }) => /^[12]/.test(idNumber), { path: ['idNumber'] }),
  z.refine(({ idNumber, nationality }) => isCitizenId(idNumber) === (nationality === 'SA'), {
    path: ['nationality'],
  }),
  z.refine(({ birthDate }) => isRealDay(birthDate) && birthDate >= oldest && birthDate < today(), {
    path: ['birthDate'],
  }),
);

/** People type 3 for March; the contract wants 03. */
const eligibilitySchema = z.pipe(
  z.transform((claim: EligibilityClaim) => ({ ...claim, birthDate: isoDate(claim.birthDate) })),
  claimSchema,
);

export default function EligibilityStep() {
  const { t } = useTranslation(['order', 'common']);
  const { order } = useWizard();
  const language = useLanguage();
  const options = useMemo(() => nationalities(language), [language]);
  const check = useStepAction((call, body: EligibilityClaim) => checkEligibility({ ...call, body }));
  const form = useStepForm<EligibilityClaim>('eligibility-check', eligibilitySchema, {
    idNumber: '',
    nationality: order.person?.nationality ?? '',
    birthDate: order.person?.birthDate ?? '',
  });
  const refusal = useServerRefusal(form, check.error);
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
        <Controller
          name="birthDate"
          control={form.control}
          render={({ field: { value, ref, onChange, onBlur } }) => (
            <BirthDateField {...{ value, ref, onChange, onBlur }} error={text('birthDate')} />
          )}
        />
        <ErrorNotice error={refusal} />
        <Button type="submit" size="lg" className="primary-action" loading={check.isPending}>
          {t('eligibility.submit')}
        </Button>
      </form>
    </>
  );
}
