import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type BlockCountry, type BlockCountryData, blockCountry, unblockCountry } from '@/api/gen-lines';
import {
  listBlockableCountriesOptions,
  listBlockedCountriesOptions,
} from '@/api/gen-lines/@tanstack/react-query.gen';
import { zBlockCountryBody } from '@/api/gen-lines/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { SelectField } from '@/components/form/select-field';
import { useSettingCall } from '@/components/line/number-settings';
import { SettingOutcome } from '@/components/line/setting-outcome';
import { Loading } from '@/components/loading';
import { ModalDialog } from '@/components/modal-dialog';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useLineCall } from '@/lib/session/use-line-call';
import { findCountry } from '@/lib/text/find-country';
import { BlockedList } from './blocked-list';
import { isBusy, type SettingDialog } from './dialog';

const find = (all: BlockCountry[], typed: string): BlockCountry[] =>
  findCountry(
    all.map((one) => ({ ...one, dialCode: `+${one.dialCode}` })),
    typed,
  ).map(({ country }) => all.find((one) => one.country === country) as BlockCountry);

type Chosen = BlockCountryData['body'];

function Add({ busy }: { busy: boolean }) {
  const { t } = useTranslation('number-settings');
  const { data, error, refetch } = useQuery(listBlockableCountriesOptions(useLineCall()));
  const block = useSettingCall(
    (call, body: Chosen) => blockCountry({ ...call, body }),
    () => {
      form.reset();
    },
  );
  const { form, refusal } = useSchemaForm<Chosen>(zBlockCountryBody, {
    defaultValues: { offerId: '' },
    mode: 'onSubmit',
    error: block.error,
  });
  if (error) {
    return <ErrorNotice error={error} onRetry={() => refetch()} />;
  }
  const free = (data?.data ?? []).filter(({ blocked }) => !blocked);
  return (
    <Form form={form} className="stack near" onSubmit={(body) => block.mutate(body)}>
      <SelectField
        form={form}
        name="offerId"
        label={t('countries.country')}
        missing={t('countries.missing')}
        data={[
          { value: '', label: t('countries.choose') },
          ...free.map(({ offerId: value, name, dialCode }) => ({
            value,
            label: `${name} \u2066+${dialCode}\u2069`,
          })),
        ]}
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" loading={block.isPending} disabled={busy}>
        {t('countries.block')}
      </Button>
    </Form>
  );
}

/** The countries that the line neither calls nor receives calls from. */
export function CountriesDialog({ settings, before, onClose }: SettingDialog) {
  const { t } = useTranslation(['number-settings', 'common']);
  const { data, error, refetch } = useQuery(listBlockedCountriesOptions(useLineCall()));
  const unblock = useSettingCall((call, { offerId }: BlockCountry) =>
    unblockCountry({ ...call, body: { offerId } }),
  );
  return (
    <ModalDialog title={t('countries.title')} onClose={onClose}>
      <div className="stack">
        <p className="dimmed">{t('countries.text')}</p>
        <SettingOutcome settings={settings} before={before} />
        <Add busy={isBusy(settings)} />
        {data ? (
          <BlockedList
            kind="countries"
            all={data.data}
            keyOf={({ country }) => country}
            nameOf={({ name }) => name}
            saidOf={({ name }) => name}
            find={find}
            busy={isBusy(settings)}
            pending={unblock.isPending}
            onUnblock={unblock.mutate}
          />
        ) : error ? (
          <ErrorNotice error={error} onRetry={() => refetch()} />
        ) : (
          <Loading lines={2} height={56} />
        )}
        <ErrorNotice error={unblock.error} />
        <Button variant="default" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </div>
    </ModalDialog>
  );
}
