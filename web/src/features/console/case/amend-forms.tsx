import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { listCitiesOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import type { Address, CaseAmendable, CaseAmendments, Device, PersonalInformation } from '@/api/gen-support';
import { zAddress, zDevice, zPersonalInformation } from '@/api/gen-support/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { digitInput } from '@/lib/form/digit-input';
import { fieldText, schemaResolver, useServerRefusal } from '@/lib/form/field-errors';
import { useLanguage } from '@/lib/text/use-language';

export interface AmendFormProps {
  amendable: CaseAmendable | undefined;
  /** What the server said to it, as far as it is about fields. */
  error: unknown;
  onAmend: (amendments: CaseAmendments) => void;
}

const optionalText = (value: string | undefined) => value?.trim() || undefined;
const tidy = (value: string) => value.trim();

/** The text under a field of any of the forms. */
function useFieldText<Values extends FieldValues>(form: UseFormReturn<Values>) {
  const { t } = useTranslation(['console', 'common']);
  const texts = { required: t('common:errors.required'), invalid: t('amend.invalid') };
  return (name: Path<Values>) => {
    const { error } = form.getFieldState(name, form.formState);
    return fieldText(error, form.getValues(name), texts);
  };
}

interface FrameProps {
  refusal: unknown;
  onSubmit: (event: React.FormEvent) => void;
  children: ReactNode;
}

function Frame({ refusal, onSubmit, children }: FrameProps) {
  const { t } = useTranslation('console');
  return (
    <form noValidate className="stack" onSubmit={onSubmit}>
      {children}
      <ErrorNotice error={refusal} />
      <Button type="submit">{t('amend.submit')}</Button>
    </form>
  );
}

export function AddressForm({ amendable, error, onAmend }: AmendFormProps) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const cities = useQuery(listCitiesOptions({ headers: { 'accept-language': language } }));
  const empty = { city: '', area: '', street: '', buildingNumber: '' };
  const form = useForm<Address>({
    resolver: schemaResolver<Address>(zAddress),
    values: amendable?.address ?? empty,
    resetOptions: { keepDirtyValues: true },
  });
  const text = useFieldText(form);
  const refusal = useServerRefusal(form, error, 'amendments.address.');
  const cityNames = (cities.data?.items ?? []).map(({ key, name }) => ({ value: key, label: name }));
  const given = form.watch('city');
  const known = cityNames.some(({ value }) => value === given);
  return (
    <Frame refusal={refusal ?? cities.error} onSubmit={form.handleSubmit((address) => onAmend({ address }))}>
      <NativeSelect
        label={t('amend.city')}
        error={text('city')}
        data={known ? cityNames : [{ value: given, label: given }, ...cityNames]}
        {...form.register('city')}
      />
      {(['area', 'street'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`amend.${name}`)}
          error={text(name)}
          {...form.register(name, { setValueAs: tidy })}
        />
      ))}
      <TextInput
        label={t('amend.buildingNumber')}
        error={text('buildingNumber')}
        maxLength={4}
        {...digitInput}
        {...form.register('buildingNumber', { setValueAs: tidy })}
      />
      <TextInput
        label={t('amend.apartmentNumber')}
        error={text('apartmentNumber')}
        {...form.register('apartmentNumber', { setValueAs: optionalText })}
      />
      <Textarea
        rows={2}
        label={t('amend.notes')}
        error={text('notes')}
        {...form.register('notes', { setValueAs: optionalText })}
      />
    </Frame>
  );
}

export function ContactForm({ amendable, error, onAmend }: AmendFormProps) {
  const { t } = useTranslation('console');
  const form = useForm<PersonalInformation>({
    resolver: schemaResolver<PersonalInformation>(zPersonalInformation),
    defaultValues: amendable?.contact ?? { fullName: '', email: '', mobile: '' },
  });
  const text = useFieldText(form);
  const refusal = useServerRefusal(form, error, 'amendments.contact.');
  return (
    <Frame refusal={refusal} onSubmit={form.handleSubmit((contact) => onAmend({ contact }))}>
      <TextInput
        label={t('amend.fullName')}
        error={text('fullName')}
        {...form.register('fullName', { setValueAs: tidy })}
      />
      <TextInput
        type="email"
        dir="ltr"
        label={t('amend.email')}
        error={text('email')}
        {...form.register('email', { setValueAs: tidy })}
      />
      <TextInput
        label={t('amend.mobile')}
        error={text('mobile')}
        {...digitInput}
        {...form.register('mobile', { setValueAs: tidy })}
      />
    </Frame>
  );
}

export function DeviceForm({ amendable, error, onAmend }: AmendFormProps) {
  const { t } = useTranslation('console');
  const form = useForm<Device>({
    resolver: schemaResolver<Device>(zDevice),
    defaultValues: amendable?.device ?? {},
  });
  const text = useFieldText(form);
  const refusal = useServerRefusal(form, error, 'amendments.device.');
  return (
    <Frame refusal={refusal} onSubmit={form.handleSubmit((device) => onAmend({ device }))}>
      <TextInput
        label={t('amend.eid')}
        error={text('eid')}
        maxLength={32}
        {...digitInput}
        {...form.register('eid', { setValueAs: optionalText })}
      />
      <TextInput
        dir="ltr"
        label={t('amend.model')}
        error={text('model')}
        {...form.register('model', { setValueAs: optionalText })}
      />
    </Frame>
  );
}
