import { Button, TextInput } from '@mantine/core';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type Calendar, checkEligibility, type EligibilityClaim, type Nationality } from '@/api/gen';
import { zCheckEligibilityBody, zNationality } from '@/api/gen/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { isoDate, mayBeBirthday } from '@/lib/form/birth-date';
import { figuresUpTo } from '@/lib/form/digit-input';
import { useFieldText, useServerRefusal } from '@/lib/form/field-errors';
import { isPersonalId } from '@/lib/form/id-number';
import { digitsOnly } from '@/lib/text/digits';
import { BirthDateField } from '../components/birth-date-field';
import { useStepForm } from '../shell/step-form';
import { useStepAction, useWizard } from '../shell/wizard-context';
import { NationalityField } from './nationality-field';

const isCitizenId = (idNumber: string) => idNumber.startsWith('1');

/** The shapes of the contract, with early checks of values that the server would refuse. */
const claimSchema = zCheckEligibilityBody.check(
  z.refine(({ idNumber }) => isPersonalId(idNumber), { path: ['idNumber'] }),
  z.refine(({ idNumber, nationality }) => isCitizenId(idNumber) === (nationality === 'SA'), {
    path: ['nationality'],
  }),
  z.refine(({ birthDate, birthDateCalendar }) => mayBeBirthday(birthDate, birthDateCalendar), {
    path: ['birthDate'],
  }),
);

/** A claim in the form: the nationality may still be missing. */
type TypedClaim = Omit<EligibilityClaim, 'nationality'> & { nationality: Nationality | '' };

/** Customers type 3 for March; the contract demands 03. */
const eligibilitySchema = z.pipe(
  z.transform((claim: TypedClaim) => ({ ...claim, birthDate: isoDate(claim.birthDate) })),
  claimSchema,
);

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
  const text = useFieldText(form, (name: Exclude<keyof EligibilityClaim, 'birthDateCalendar'>) =>
    t(`eligibility.${name}Error`),
  );
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
      <form noValidate className="stack form" onSubmit={form.handleSubmit(check.submit)}>
        {order.person && (
          <Notice>{t('eligibility.registered', { id: `\u2066${order.person.idNumberMasked}\u2069` })}</Notice>
        )}
        <TextInput
          size="md"
          label={t('eligibility.idNumber')}
          description={t('eligibility.idNumberHint')}
          error={text('idNumber')}
          autoComplete="off"
          {...figuresUpTo(10)}
          {...form.register('idNumber', {
            setValueAs: digitsOnly,
            onChange: (event) => prefill(digitsOnly(event.target.value)),
          })}
        />
        <NationalityField
          chosen={form.watch('nationality')}
          error={text('nationality')}
          isCitizen={isCitizenId(form.watch('idNumber'))}
          onChoose={(code) =>
            form.setValue('nationality', code, { shouldValidate: form.formState.isSubmitted })
          }
          field={form.register('nationality')}
        />
        <Controller
          name="birthDate"
          control={form.control}
          render={({ field: { value, ref, onChange, onBlur } }) => (
            <BirthDateField
              {...{ calendar, value, ref, onChange, onBlur }}
              error={text('birthDate')}
              onCalendar={chooseCalendar}
            />
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
