import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Address } from '@/api/gen';
import { zAddress } from '@/api/gen/zod.gen';
import { getAppConfigurationOptions, listCitiesOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { Loading } from '@/components/loading';
import { useServerRefusal } from '@/lib/form/field-errors';
import { digitsOnly } from '@/lib/text/digits';
import { useLanguage } from '@/lib/text/use-language';
import { useStepForm } from '../shell/step-form';
import { useWizard } from '../shell/wizard-context';
import classes from './home-address-form.module.css';
import { ShortAddressField } from './short-address-field';

const AddressMap = lazy(() => import('./address-map'));

interface Props {
  busy: boolean;
  error: unknown;
  onSubmit: (address: Address) => void;
  /** The text of the button if the form does not lead to the next step. */
  submit?: string;
}

const optionalText = (typed: string) => typed.trim() || undefined;
const optionalDigits = (typed: string) => digitsOnly(typed) || undefined;

export function HomeAddressForm({ busy, error, onSubmit, submit }: Props) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const { order } = useWizard();
  const headers = { 'accept-language': language };
  const cities = useQuery(listCitiesOptions({ headers }));
  const settings = useQuery(getAppConfigurationOptions({ headers })).data;
  const [mapShown, setMapShown] = useState(order.delivery?.address?.latitude !== undefined);
  const empty = { city: '', area: '', street: '', buildingNumber: '' };
  const form = useStepForm<Address>('delivery', zAddress, order.delivery?.address ?? empty);
  const refusal = useServerRefusal(form, error, 'address.');
  const [latitude, longitude] = form.watch(['latitude', 'longitude']);
  const refusedShort = useRef<string>(undefined);
  const optional = (name: 'apartmentNumber' | 'notes' | 'postcode' | 'additionalNumber') =>
    `${t(`delivery.${name}`)} (${t('delivery.optional')})`;
  /** A short address that leads nowhere would only confuse the courier. */
  const send = ({ shortAddress, ...address }: Address) =>
    onSubmit(
      shortAddress === undefined || shortAddress === refusedShort.current
        ? address
        : { ...address, shortAddress },
    );
  return (
    <Form form={form} className="stack" onSubmit={send}>
      {settings?.nationalAddress && (
        <ShortAddressField
          form={form}
          onRefused={(short) => {
            refusedShort.current = short;
          }}
        />
      )}
      <ErrorNotice error={cities.error} onRetry={() => cities.refetch()} />
      <SelectField
        form={form}
        name="city"
        label={t('delivery.city')}
        invalid={t('delivery.cityError')}
        data={[
          { value: '', label: t('delivery.cityChoose') },
          ...(cities.data?.items ?? []).map(({ key, name }) => ({ value: key, label: name })),
        ]}
      />
      <TextField form={form} name="area" label={t('delivery.area')} invalid={t('delivery.areaError')} />
      <TextField
        form={form}
        name="street"
        label={t('delivery.street')}
        invalid={t('delivery.streetError')}
        autoComplete="address-line1"
      />
      <NumberField
        form={form}
        name="buildingNumber"
        most={4}
        label={t('delivery.buildingNumber')}
        description={t('delivery.buildingNumberHint')}
        invalid={t('delivery.buildingNumberError')}
      />
      <div className={classes.pair}>
        <NumberField
          form={form}
          name="postcode"
          most={5}
          label={optional('postcode')}
          invalid={t('delivery.postcodeError')}
          read={optionalDigits}
        />
        <NumberField
          form={form}
          name="additionalNumber"
          most={4}
          label={optional('additionalNumber')}
          invalid={t('delivery.additionalNumberError')}
          read={optionalDigits}
        />
      </div>
      <TextField
        form={form}
        name="apartmentNumber"
        label={optional('apartmentNumber')}
        invalid={t('delivery.apartmentNumberError')}
        read={optionalText}
      />
      <TextareaField
        form={form}
        name="notes"
        rows={3}
        label={optional('notes')}
        invalid={t('delivery.notesError')}
        read={optionalText}
      />
      {mapShown ? (
        <Suspense fallback={<Loading lines={1} height={300} />}>
          <AddressMap
            place={latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined}
            onChange={(place) => {
              form.setValue('latitude', place?.latitude);
              form.setValue('longitude', place?.longitude);
            }}
          />
        </Suspense>
      ) : (
        <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => setMapShown(true)}>
          {t('delivery.mapShow')}
        </Button>
      )}
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {submit ?? t('delivery.submit')}
      </Button>
    </Form>
  );
}
