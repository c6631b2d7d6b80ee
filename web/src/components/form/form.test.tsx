import { DirectionProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '@/api/problem';
import { activateLanguage } from '@/app/activate-language';
import { AppTheme } from '@/app/app-theme';
import { ErrorNotice } from '@/components/error-notice';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { CheckField } from './check-field';
import { ChipsField, ChoiceField } from './choice-field';
import { CodeField } from './code-field';
import { Form } from './form';
import { IdField, MobileField, NumberField } from './number-field';
import { SelectField } from './select-field';
import { EmailField, TextField } from './text-field';

const some = z.string().check(z.minLength(1));
const schema = z
  .object({
    card: z.optional(some),
    name: z.string().check(z.minLength(2)),
    email: z.string(),
    mobile: z.string(),
    pin: z.string(),
    id: z.string(),
    code: z.string(),
    city: z.string(),
    way: z.enum(['now', 'later']),
    day: z.string(),
    consent: z.boolean(),
  })
  .check(z.refine(({ card }) => card !== undefined, { path: ['card'] }));
type Values = z.infer<typeof schema>;

const values: Values = {
  card: 'visa',
  name: '',
  email: '',
  mobile: '',
  pin: '',
  id: '',
  code: '',
  city: '',
  way: 'now',
  day: '',
  consent: false,
};

const cards = [
  { value: 'old', title: 'Old', disabled: true },
  { value: 'visa', title: 'Visa' },
  { value: 'mada', title: 'Mada' },
];

interface Props {
  known?: Partial<Values>;
  error?: unknown;
  onSubmit?: (values: Values) => void;
}

function Example({ known, error, onSubmit = () => undefined }: Props) {
  const { form, refusal } = useSchemaForm<Values>(schema, {
    defaultValues: { ...values, ...known },
    mode: 'onSubmit',
    error,
    under: 'order.',
  });
  return (
    <Form form={form} onSubmit={onSubmit}>
      <ChoiceField form={form} name="card" legend="Card" cards={cards} missing="Choose a card" />
      <TextField form={form} name="name" label="Name" invalid="Too short" />
      <EmailField form={form} name="email" label="Email" />
      <MobileField form={form} name="mobile" label="Mobile" />
      <NumberField form={form} name="pin" most={4} label="PIN" />
      <IdField form={form} name="id" label="ID" />
      <CodeField form={form} name="code" label="Code" />
      <SelectField form={form} name="city" label="City" data={['', 'Riyadh']} />
      <ChipsField
        form={form}
        name="way"
        legend="When"
        choices={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'Later' },
        ]}
      />
      {form.watch('way') === 'later' && <TextField form={form} name="day" label="Day" />}
      <CheckField form={form} name="consent" label="I agree" />
      <ErrorNotice error={refusal} />
      <button type="submit">Send</button>
    </Form>
  );
}

const page = (props: Props) => (
  <DirectionProvider>
    <AppTheme>
      <Example {...props} />
    </AppTheme>
  </DirectionProvider>
);

async function show(props: Props = {}) {
  await activateLanguage('en');
  const shown = render(page(props));
  const user = userEvent.setup();
  return {
    user,
    refuse: (error: unknown) => shown.rerender(page({ ...props, error })),
    send: () => user.click(screen.getByRole('button', { name: 'Send' })),
  };
}

const field = (name: string) => screen.getByRole('textbox', { name });

const refusalOf = (fields: Record<string, string>) =>
  new ApiError(422, {
    code: -1000,
    messageKey: 'validation_failed',
    message: 'Please check your entries.',
    traceId: 'trace-1',
    fields,
  });

it('Form_Submitted_SendsWhatTheFieldsRead', async () => {
  const onSubmit = vi.fn();
  const { user, send } = await show({ onSubmit });
  await user.click(screen.getByRole('radio', { name: 'Mada' }));
  for (const [name, text] of [
    ['Name', 'Noura'],
    ['Email', ' noura@selfcare.example'],
    ['Mobile', '+966 ٥٧ 123 4567'],
    ['PIN', '٤5a126'],
    ['ID', '1012 345 678'],
    ['Code', 'sc12345678'],
  ] as const) {
    await user.click(field(name));
    await user.paste(text);
  }
  await user.selectOptions(screen.getByRole('combobox', { name: 'City' }), 'Riyadh');
  await user.click(screen.getByRole('radio', { name: 'Later' }));
  await user.type(field('Day'), '1');
  await user.click(screen.getByRole('checkbox'));
  await send();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
    card: 'mada',
    name: 'Noura',
    email: 'noura@selfcare.example',
    mobile: '0571234567',
    pin: '4512',
    id: '1012345678',
    code: 'SC12345678',
    city: 'Riyadh',
    way: 'later',
    day: '1',
    consent: true,
  });
});

it('Form_Mistakes_AreToldAndTheFirstGetsTheFocus', async () => {
  const onSubmit = vi.fn();
  const { user, send } = await show({ known: { card: undefined }, onSubmit });
  expect(screen.queryByText('Choose a card')).not.toBeInTheDocument();
  await send();
  expect(await screen.findByText('Choose a card')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Visa' })).toHaveFocus();
  expect(field('Name')).toHaveAccessibleDescription('Please fill in this field');
  await user.type(field('Name'), 'N');
  expect(field('Name')).toHaveAccessibleDescription('Too short');
  await user.type(field('Name'), 'o');
  expect(field('Name')).toBeValid();
  await user.click(screen.getByRole('radio', { name: 'Visa' }));
  expect(screen.queryByText('Choose a card')).not.toBeInTheDocument();
  expect(onSubmit).not.toHaveBeenCalled();
});

it('Form_ServerRefusesFields_TellsAtThem', async () => {
  const { user, refuse } = await show({ known: { name: 'Noura', mobile: '0571234567' } });
  refuse(refusalOf({ 'order.mobile': 'This number is blocked.', 'order.card': 'This card was refused.' }));
  expect(field('Mobile')).toHaveAccessibleDescription('This number is blocked.');
  expect(field('Mobile')).toHaveFocus();
  expect(screen.getByText('This card was refused.')).toBeVisible();
  expect(screen.queryByText('Please check your entries.')).not.toBeInTheDocument();
  await user.type(field('Mobile'), '8');
  expect(field('Mobile')).toBeValid();
  await user.click(screen.getByRole('radio', { name: 'Mada' }));
  expect(screen.queryByText('This card was refused.')).not.toBeInTheDocument();
});

it('Form_ServerRefusesAChoice_DescribesItsGroup', async () => {
  const { user, refuse } = await show();
  refuse(refusalOf({ 'order.way': 'Not now.' }));
  const group = screen.getByRole('group', { name: 'When' });
  expect(group).toHaveAccessibleDescription('Not now.');
  expect(screen.getByRole('radio', { name: 'Now' })).toHaveFocus();
  await user.click(screen.getByRole('radio', { name: 'Later' }));
  expect(group).not.toHaveAccessibleDescription();
});

it.each([
  ['that it does not have', 'order.plan'],
  ['that the page does not show', 'order.day'],
])('a form whose server refuses a field %s shows it in the notice, and nothing is lost', async (_, path) => {
  const { user, refuse } = await show({ known: { name: 'Noura' } });
  await user.type(field('Code'), 'SC12345678');
  refuse(refusalOf({ [path]: 'Not this one.', 'order.name': 'Not this name.' }));
  expect(await screen.findByText('Please check your entries.')).toBeVisible();
  expect(field('Name')).toHaveAccessibleDescription('Not this name.');
  expect(field('Name')).toHaveValue('Noura');
  expect(field('Code')).toHaveValue('SC12345678');
});

it('Form_TypedBeforeThePageCameAlive_KeepsTheWords', async () => {
  await activateLanguage('en');
  const onSubmit = vi.fn();
  const container = document.body.appendChild(document.createElement('div'));
  const written = page({ known: { name: undefined }, onSubmit });
  container.innerHTML = renderToString(written);
  const typed = container.querySelector<HTMLInputElement>('input[name=name]');
  if (typed) {
    typed.value = 'Noura';
  }
  render(written, { container, hydrate: true });
  expect(field('Name')).toHaveValue('Noura');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ name: 'Noura' });
});
