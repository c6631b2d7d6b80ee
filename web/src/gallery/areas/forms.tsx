import { Button } from '@mantine/core';
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form';
import { PhoneSearch } from '@/components/device/phone-search';
import { CheckField } from '@/components/form/check-field';
import { ChipsField, ChoiceField } from '@/components/form/choice-field';
import { CodeField } from '@/components/form/code-field';
import { ComingDayField } from '@/components/form/coming-day-field';
import { DatePartsField } from '@/components/form/date-parts-field';
import { FileField } from '@/components/form/file-field';
import { Form } from '@/components/form/form';
import { IdField, MobileField, NumberField } from '@/components/form/number-field';
import { NewPasswordField, PasswordField } from '@/components/form/password-field';
import { PlainEmailField, PlainField, PlainIdField, PlainMobileField } from '@/components/form/plain-field';
import { SelectField } from '@/components/form/select-field';
import { EmailField, TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { phones, useWords } from '../made-up';
import { Specimen } from '../specimen';

const none = () => undefined;

const filled = {
  text: '',
  email: 'noura@selfcare.example',
  mobile: '0571234567',
  number: '4512',
  id: '1012345678',
  passport: 'A1234567',
  code: 'SC12345678',
  password: 'Sahara-2026',
  lines: '',
  chips: '',
  cards: '',
  select: '',
  day: '',
  birthDate: '1992-03-14',
  phone: phones[0].model as string,
  consent: true,
  files: '',
};
type Values = typeof filled;
type Props = { form: UseFormReturn<Values> };

function TypedFields({ form }: Props) {
  const { label, hint, long } = useWords();
  const texts = { label, description: hint };
  return (
    <>
      <TextField form={form} name="text" {...texts} />
      <EmailField form={form} name="email" label={label} />
      <MobileField form={form} name="mobile" label={label} />
      <NumberField form={form} name="number" most={4} label={label} />
      <IdField form={form} name="id" label={label} />
      <IdField form={form} name="passport" document="passport" label={label} />
      <CodeField form={form} name="code" label={label} />
      <TextareaField form={form} name="lines" label={long} />
    </>
  );
}

function ChosenFields({ form }: Props) {
  const { label, options, hint } = useWords();
  const files = { added: [], add: none, remove: none, clear: none, unfinished: false, named: {} };
  return (
    <>
      <ChipsField
        form={form}
        name="chips"
        legend={label}
        choices={options.map((value) => ({ value, label: value }))}
      />
      <ChoiceField
        form={form}
        name="cards"
        legend={label}
        cards={options.map((value) => ({ value, title: value, hint }))}
      />
      <SelectField form={form} name="select" label={label} data={[...options]} />
      <ComingDayField form={form} name="day" label={label} />
      <DatePartsField form={form} name="birthDate" calendar="gregorian" onCalendar={none} />
      <PhoneSearch form={form} name="phone" />
      <CheckField form={form} name="consent" label={label} description={hint} />
      <FileField
        form={form}
        name="files"
        of={files}
        rules={{ most: 5, largest: 2 ** 20, types: ['image/png'] }}
      />
    </>
  );
}

/** The fields of pages that load no Mantine. */
function PlainFields({ form }: Props) {
  const { label, hint } = useWords();
  return (
    <>
      <PlainField form={form} name="text" label={label} hint={hint} />
      <PlainEmailField form={form} name="email" label={label} />
      <PlainMobileField form={form} name="mobile" label={label} />
      <PlainIdField form={form} name="id" label={label} />
      <PasswordField form={form} name="password" label={label} />
      <NewPasswordField form={form} name="password" label={label} />
    </>
  );
}

/** Each field of a form in one state. */
function Each({ of, errors }: { of: string; errors?: FieldErrors<Values> | undefined }) {
  const { action } = useWords();
  const form = useForm<Values>({ defaultValues: filled, errors });
  const plain = useForm<Values>({ defaultValues: filled, errors });
  return (
    <>
      <Specimen of={`form/form and its fields, ${of}`}>
        <Form form={form} className="stack" onSubmit={none}>
          <TypedFields form={form} />
          <ChosenFields form={form} />
          <Button type="submit">{action}</Button>
        </Form>
      </Specimen>
      <Specimen of={`form/plain-field and form/password-field, ${of}`}>
        <Form form={plain} className="stack" onSubmit={none}>
          <PlainFields form={plain} />
        </Form>
      </Specimen>
    </>
  );
}

/** Forms and their fields. */
export function Forms() {
  const { error } = useWords();
  const wrong = Object.fromEntries(
    Object.keys(filled).map((name) => [name, { type: 'server', message: error }]),
  );
  return (
    <>
      <Each of="usual" />
      <Each of="wrong" errors={wrong} />
    </>
  );
}
