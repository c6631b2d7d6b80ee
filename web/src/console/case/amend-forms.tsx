import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { listCitiesOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import type { Address, Device, PersonalInformation } from '@/api/gen-support';
import { zAddress, zDevice, zPersonalInformation } from '@/api/gen-support/zod.gen';
import { PhoneSearch } from '@/components/device/phone-search';
import { MobileField, NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { EmailField, TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { fieldRule } from '@/lib/form/field-rule';
import { digitsOnly } from '@/lib/text/digits';
import { bareCode, readName } from '@/lib/text/typed';
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
  const { form } = amend;
  const cityNames = (cities.data?.items ?? []).map(({ key, name }) => ({ value: key, label: name }));
  const given = useWatch({ control: form.control, name: 'city' });
  const known = cityNames.some(({ value }) => value === given);
  return (
    <AmendFrame {...props} of={amend} error={cities.error}>
      <SelectField
        form={form}
        name="city"
        size="sm"
        label={t('amend.city')}
        invalid={t('amend.cityError')}
        data={known ? cityNames : [{ value: given, label: given }, ...cityNames]}
      />
      {(['area', 'street'] as const).map((name) => (
        <TextField
          key={name}
          form={form}
          name={name}
          size="sm"
          label={t(`amend.${name}`)}
          invalid={t(`amend.${name}Error`)}
          read={tidy}
        />
      ))}
      <NumberField
        form={form}
        name="buildingNumber"
        size="sm"
        most={4}
        label={t('amend.buildingNumber')}
        invalid={t('amend.buildingNumberError')}
      />
      <TextField
        form={form}
        name="shortAddress"
        size="sm"
        dir="ltr"
        label={t('amend.shortAddress')}
        invalid={t('amend.shortAddressError')}
        read={(typed) => bareCode(typed) || undefined}
      />
      {(['postcode', 'additionalNumber'] as const).map((name) => (
        <NumberField
          key={name}
          form={form}
          name={name}
          size="sm"
          most={name === 'postcode' ? 5 : 4}
          label={t(`amend.${name}`)}
          invalid={t(`amend.${name}Error`)}
          read={(typed) => digitsOnly(typed) || undefined}
        />
      ))}
      <TextField
        form={form}
        name="apartmentNumber"
        size="sm"
        label={t('amend.apartmentNumber')}
        invalid={t('amend.apartmentNumberError')}
        read={optionalText}
      />
      <TextareaField
        form={form}
        name="notes"
        size="sm"
        rows={2}
        label={t('amend.notes')}
        invalid={t('amend.notesError')}
        read={optionalText}
      />
    </AmendFrame>
  );
}

/** A changed mobile number is typed twice; an unchanged one needs no confirmation. */
const contactSchema = (known: string) =>
  z
    .omit(zPersonalInformation, { proof: true })
    .check(
      fieldRule(
        'mobileConfirmation',
        ({ mobile, mobileConfirmation }) => mobile === known || mobile === mobileConfirmation,
      ),
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
  const { form } = amend;
  const mobile = useWatch({ control: form.control, name: 'mobile' });
  return (
    <AmendFrame {...props} of={amend}>
      <TextField
        form={form}
        name="fullName"
        size="sm"
        label={t('amend.fullName')}
        invalid={t('amend.fullNameError')}
        read={readName}
      />
      <EmailField
        form={form}
        name="email"
        size="sm"
        label={t('amend.email')}
        invalid={t('amend.emailError')}
        autoComplete="off"
      />
      <MobileField
        form={form}
        name="mobile"
        size="sm"
        label={t('amend.mobile')}
        invalid={t('amend.mobileError')}
        autoComplete="off"
      />
      {mobile !== known.mobile && (
        <MobileField
          form={form}
          name="mobileConfirmation"
          size="sm"
          label={t('amend.mobileConfirmation')}
          invalid={t('amend.mobileConfirmationError')}
          autoComplete="off"
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
  const { form } = amend;
  return (
    <AmendFrame {...props} of={amend}>
      <NumberField
        form={form}
        name="eid"
        size="sm"
        most={32}
        label={t('amend.eid')}
        invalid={t('amend.eidError')}
        read={optionalText}
      />
      <PhoneSearch
        form={form}
        name="model"
        invalid={t('amend.modelError')}
        onChoose={() => form.setValue('eid', undefined)}
      />
    </AmendFrame>
  );
}
