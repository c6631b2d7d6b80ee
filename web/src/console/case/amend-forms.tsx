import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { listCitiesOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import type { Address, Device, PersonalInformation } from '@/api/gen-support';
import { zAddress, zDevice, zPersonalInformation } from '@/api/gen-support/zod.gen';
import { PhoneSearch } from '@/components/device/phone-search';
import { digitInput, figuresUpTo } from '@/lib/form/digit-input';
import { nationalMobile } from '@/lib/text/digits';
import { readEmail, readName } from '@/lib/text/typed';
import { useLanguage } from '@/lib/text/use-language';
import { type AmendFormProps, AmendFrame, optionalText, tidy, useAmendForm } from './amend-form';

const noAddress = { city: '', area: '', street: '', buildingNumber: '' };

/** The mark on the map belongs to the old address, so it is dropped from a corrected one. */
const withoutMark = ({ latitude: _, longitude: __, ...address }: Address): Address => address;

export function AddressForm(props: AmendFormProps) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const cities = useQuery(listCitiesOptions({ headers: { 'accept-language': language } }));
  const amend = useAmendForm<Address>({
    ...props,
    schema: zAddress,
    known: withoutMark(props.amendable?.address ?? noAddress),
    under: 'amendments.address.',
    toAmendments: (address) => ({ address }),
  });
  const { form, text } = amend;
  const cityNames = (cities.data?.items ?? []).map(({ key, name }) => ({ value: key, label: name }));
  const given = useWatch({ control: form.control, name: 'city' });
  const known = cityNames.some(({ value }) => value === given);
  return (
    <AmendFrame {...props} of={amend} error={cities.error}>
      <NativeSelect
        label={t('amend.city')}
        error={text('city')}
        value={given}
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
        {...figuresUpTo(4)}
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
    </AmendFrame>
  );
}

/** A changed mobile number is typed twice; an unchanged one needs no confirmation. */
const contactSchema = (known: string) =>
  z.omit(zPersonalInformation, { proof: true }).check(
    z.refine(({ mobile, mobileConfirmation }) => mobile === known || mobile === mobileConfirmation, {
      path: ['mobileConfirmation'],
    }),
  );

export function ContactForm(props: AmendFormProps) {
  const { t } = useTranslation('console');
  const known = props.amendable?.contact ?? { fullName: '', email: '', mobile: '' };
  const amend = useAmendForm<PersonalInformation>({
    ...props,
    schema: contactSchema(known.mobile),
    known,
    under: 'amendments.contact.',
    toAmendments: ({ fullName, email, mobile }) => ({
      contact: { fullName, email, mobile, mobileConfirmation: mobile },
    }),
  });
  const { form, text } = amend;
  const mobile = useWatch({ control: form.control, name: 'mobile' });
  return (
    <AmendFrame {...props} of={amend}>
      <TextInput
        label={t('amend.fullName')}
        error={text('fullName')}
        {...form.register('fullName', { setValueAs: readName })}
      />
      <TextInput
        type="email"
        dir="ltr"
        label={t('amend.email')}
        error={text('email')}
        {...form.register('email', { setValueAs: readEmail })}
      />
      <TextInput
        type="tel"
        label={t('amend.mobile')}
        error={text('mobile')}
        autoComplete="off"
        {...digitInput}
        {...form.register('mobile', { setValueAs: nationalMobile })}
      />
      {mobile !== known.mobile && (
        <TextInput
          type="tel"
          label={t('amend.mobileConfirmation')}
          error={text('mobileConfirmation')}
          autoComplete="off"
          {...digitInput}
          {...form.register('mobileConfirmation', { setValueAs: (typed = '') => nationalMobile(typed) })}
        />
      )}
    </AmendFrame>
  );
}

/** The phone by its EID, or by a model of the list, which then replaces the EID. */
export function DeviceForm(props: AmendFormProps) {
  const { t } = useTranslation('console');
  const amend = useAmendForm<Device>({
    ...props,
    schema: zDevice,
    known: props.amendable?.device ?? {},
    under: 'amendments.device.',
    toAmendments: (device) => ({ device }),
  });
  const { form, text } = amend;
  const model = useWatch({ control: form.control, name: 'model' });
  const choose = (chosen: string) => {
    form.setValue('model', chosen);
    form.setValue('eid', undefined);
  };
  return (
    <AmendFrame {...props} of={amend}>
      <TextInput
        label={t('amend.eid')}
        error={text('eid')}
        {...figuresUpTo(32)}
        {...form.register('eid', { setValueAs: optionalText })}
      />
      <PhoneSearch model={model} error={text('model')} onChoose={choose} />
    </AmendFrame>
  );
}
