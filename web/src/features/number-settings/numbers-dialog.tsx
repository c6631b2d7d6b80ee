import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { type BlockedNumber, blockNumber, unblockNumber } from '@/api/gen-lines';
import {
  listBlockableCountriesOptions,
  listBlockedNumbersOptions,
} from '@/api/gen-lines/@tanstack/react-query.gen';
import { zBlockNumberBody } from '@/api/gen-lines/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useSettingCall } from '@/components/line/number-settings';
import { SettingOutcome } from '@/components/line/setting-outcome';
import { Loading } from '@/components/loading';
import { Ltr } from '@/components/ltr';
import { ModalDialog } from '@/components/modal-dialog';
import { digitInput } from '@/lib/form/digit-input';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useLineCall } from '@/lib/session/use-line-call';
import { dialled, digitsOnly } from '@/lib/text/typed';
import { BlockedList } from './blocked-list';
import { isBusy, type SettingDialog } from './dialog';

const home = '966';
const whole = ({ countryCode, blockMSISDN }: BlockedNumber): string => `+${countryCode} ${blockMSISDN}`;

const find = (all: BlockedNumber[], typed: string): BlockedNumber[] => {
  const digits = digitsOnly(typed).replace(/^0+/, '');
  return all.filter((one) => whole(one).replace(/\D/g, '').includes(digits));
};

const schema = z.object({
  countryCode: zBlockNumberBody.shape.countryCode,
  blockMSISDN: z.string().check(z.regex(/^\d+$/)),
});
type Typed = z.infer<typeof schema>;

/**
 * A number to block. The customer chooses its country, because callers write their number in several forms.
 */
function Add({ busy, onSent }: { busy: boolean; onSent: () => void }) {
  const { t } = useTranslation('number-settings');
  const countries = useQuery(listBlockableCountriesOptions(useLineCall()));
  const block = useSettingCall(
    (call, body: Typed) => blockNumber({ ...call, body }),
    () => {
      form.reset({ countryCode: form.getValues('countryCode'), blockMSISDN: '' });
      onSent();
    },
  );
  const { form, refusal } = useSchemaForm<Typed>(schema, {
    defaultValues: { countryCode: home, blockMSISDN: '' },
    mode: 'onSubmit',
    error: block.error,
  });
  const abroad = (countries.data?.data ?? []).map(({ name, dialCode }) => ({
    value: dialCode,
    label: `${name} \u2066+${dialCode}\u2069`,
  }));
  return (
    <Form form={form} className="stack near" onSubmit={(body) => block.mutate(body)}>
      <SelectField
        form={form}
        name="countryCode"
        label={t('numbers.country')}
        data={[{ value: home, label: `${t('numbers.home')} \u2066+${home}\u2069` }, ...abroad]}
      />
      <TextField
        form={form}
        name="blockMSISDN"
        label={t('numbers.number')}
        missing={t('numbers.missing')}
        invalid={t('numbers.missing')}
        maxLength={40}
        autoComplete="off"
        {...digitInput}
        read={(typed) => dialled(typed) ?? ''}
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" loading={block.isPending} disabled={busy}>
        {t('numbers.block')}
      </Button>
    </Form>
  );
}

/** The numbers that cannot reach the line. */
export function NumbersDialog({ settings, before, onClose }: SettingDialog) {
  const { t } = useTranslation(['number-settings', 'common']);
  const { data, error, refetch } = useQuery(listBlockedNumbersOptions(useLineCall()));
  const unblock = useSettingCall((call, { blockMSISDN, countryCode }: BlockedNumber) =>
    unblockNumber({ ...call, body: { blockMSISDN, countryCode } }),
  );
  return (
    <ModalDialog title={t('numbers.title')} onClose={onClose}>
      <div className="stack">
        <p className="dimmed">{t('numbers.text')}</p>
        <SettingOutcome settings={settings} before={before} />
        <Add busy={isBusy(settings)} onSent={unblock.reset} />
        {data ? (
          <BlockedList
            kind="numbers"
            all={data.data}
            keyOf={whole}
            nameOf={(one) => <Ltr className="one-line">{whole(one)}</Ltr>}
            saidOf={(one) => `\u2066${whole(one)}\u2069`}
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
