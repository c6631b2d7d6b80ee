import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
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

/** The space that the map and its buttons take. */
const MapSpace = () => <Loading lines={1} height={380} />;

/** Tells whether the form is on the screen: the map and its tiles wait for that. */
function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setPainted(true), 0);
    return () => window.clearTimeout(timer);
  }, []);
  return isPainted;
}

interface Props {
  busy: boolean;
  error: unknown;
  onSubmit: (address: Address) => void;
  /** The text of the button if the form does not lead to the next step. */
  submit?: string;
}

const optionalText = (typed: string) => typed.trim() || undefined;
const optionalDigits = (typed: string) => digitsOnly(typed) || undefined;

export default function HomeAddressForm({ busy, error, onSubmit, submit }: Props) {
  const { t } = useTranslation('delivery');
  const language = useLanguage();
  const { order } = useWizard();
  const headers = { 'accept-language': language };
  const cities = useQuery(listCitiesOptions({ headers }));
  const settings = useQuery(getAppConfigurationOptions({ headers })).data;
  const isPainted = usePainted();
  const empty = { city: '', area: '', street: '', buildingNumber: '' };
  const form = useStepForm<Address>('delivery', zAddress, order.delivery?.address ?? empty);
  const refusal = useServerRefusal(form, error, 'address.');
  const [latitude, longitude] = form.watch(['latitude', 'longitude']);
  const refusedShort = useRef<string>(undefined);
  const optional = (name: 'apartmentNumber' | 'notes' | 'postcode' | 'additionalNumber') =>
    `${t(`${name}`)} (${t('optional')})`;
  /** A short address that leads nowhere would only confuse the courier. */
  const send = ({ shortAddress, ...address }: Address) =>
    onSubmit(
      shortAddress === undefined || shortAddress === refusedShort.current
        ? address
        : { ...address, shortAddress },
    );
  return (
    <Form form={form} className="stack" onSubmit={send}>
      <Suspense fallback={<MapSpace />}>
        {isPainted ? (
          <AddressMap
            place={latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined}
            onChange={(place) => {
              form.setValue('latitude', place?.latitude);
              form.setValue('longitude', place?.longitude);
            }}
          />
        ) : (
          <MapSpace />
        )}
      </Suspense>
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
        label={t('city')}
        invalid={t('cityError')}
        data={[
          { value: '', label: t('cityChoose') },
          ...(cities.data?.items ?? []).map(({ key, name }) => ({ value: key, label: name })),
        ]}
      />
      <TextField form={form} name="area" label={t('area')} invalid={t('areaError')} />
      <TextField
        form={form}
        name="street"
        label={t('street')}
        invalid={t('streetError')}
        autoComplete="address-line1"
      />
      <NumberField
        form={form}
        name="buildingNumber"
        most={4}
        label={t('buildingNumber')}
        description={t('buildingNumberHint')}
        invalid={t('buildingNumberError')}
      />
      <div className={classes.pair}>
        <NumberField
          form={form}
          name="postcode"
          most={5}
          label={optional('postcode')}
          invalid={t('postcodeError')}
          read={optionalDigits}
        />
        <NumberField
          form={form}
          name="additionalNumber"
          most={4}
          label={optional('additionalNumber')}
          invalid={t('additionalNumberError')}
          read={optionalDigits}
        />
      </div>
      <TextField
        form={form}
        name="apartmentNumber"
        label={optional('apartmentNumber')}
        invalid={t('apartmentNumberError')}
        read={optionalText}
      />
      <TextareaField
        form={form}
        name="notes"
        rows={3}
        label={optional('notes')}
        invalid={t('notesError')}
        read={optionalText}
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {submit ?? t('submit')}
      </Button>
    </Form>
  );
}
