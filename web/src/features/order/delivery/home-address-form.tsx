import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Address } from '@/api/gen';
import { zAddress } from '@/api/gen/zod.gen';
import { listCitiesOptions } from '@/api/gen-later/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { figuresUpTo } from '@/lib/form/digit-input';
import { useFieldText, useServerRefusal } from '@/lib/form/field-errors';
import { digitsOnly } from '@/lib/text/digits';
import { useLanguage } from '@/lib/text/use-language';
import { useStepForm } from '../shell/step-form';
import { useWizard } from '../shell/wizard-context';

const AddressMap = lazy(() => import('./address-map'));

interface Props {
  busy: boolean;
  error: unknown;
  onSubmit: (address: Address) => void;
  /** The text of the button if the form does not lead to the next step. */
  submit?: string;
}

type TextField = Exclude<keyof Address, 'latitude' | 'longitude'>;

const optionalText = (value: string | undefined) => value?.trim() || undefined;

export function HomeAddressForm({ busy, error, onSubmit, submit }: Props) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const { order } = useWizard();
  const cities = useQuery(listCitiesOptions({ headers: { 'accept-language': language } }));
  const [mapShown, setMapShown] = useState(order.delivery?.address?.latitude !== undefined);
  const empty = { city: '', area: '', street: '', buildingNumber: '' };
  const form = useStepForm<Address>('delivery', zAddress, order.delivery?.address ?? empty);
  const refusal = useServerRefusal(form, error, 'address.');
  const text = useFieldText(form, (name: TextField) => t(`delivery.${name}Error`));
  const [latitude, longitude] = form.watch(['latitude', 'longitude']);
  const optional = (name: 'apartmentNumber' | 'notes') =>
    `${t(`delivery.${name}`)} (${t('delivery.optional')})`;
  return (
    <form noValidate className="stack" onSubmit={form.handleSubmit(onSubmit)}>
      <ErrorNotice error={cities.error} onRetry={() => cities.refetch()} />
      <NativeSelect
        size="md"
        label={t('delivery.city')}
        error={text('city')}
        data={[
          { value: '', label: t('delivery.cityChoose') },
          ...(cities.data?.items ?? []).map(({ key, name }) => ({ value: key, label: name })),
        ]}
        {...form.register('city')}
        value={form.watch('city')} // the list loads later than the known city
      />
      <TextInput size="md" label={t('delivery.area')} error={text('area')} {...form.register('area')} />
      <TextInput
        size="md"
        label={t('delivery.street')}
        error={text('street')}
        autoComplete="address-line1"
        {...form.register('street')}
      />
      <TextInput
        size="md"
        label={t('delivery.buildingNumber')}
        description={t('delivery.buildingNumberHint')}
        error={text('buildingNumber')}
        {...figuresUpTo(4)}
        {...form.register('buildingNumber', { setValueAs: digitsOnly })}
      />
      <TextInput
        size="md"
        label={optional('apartmentNumber')}
        error={text('apartmentNumber')}
        {...form.register('apartmentNumber', { setValueAs: optionalText })}
      />
      <Textarea
        size="md"
        rows={3}
        label={optional('notes')}
        error={text('notes')}
        {...form.register('notes', { setValueAs: optionalText })}
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
    </form>
  );
}
