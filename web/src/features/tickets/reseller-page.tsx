import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ResellerForm, submitReseller } from '@/api/gen-tickets';
import { zResellerForm, zShopType } from '@/api/gen-tickets/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { PageHeading } from '@/components/page-heading';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useSession } from '@/lib/session';
import { useLineCall } from '@/lib/session/use-line-call';
import { isNationalMobile, nationalMobile } from '@/lib/text/digits';
import { readEmail, readLandline } from '@/lib/text/typed';
import { TicketStored } from './ticket-stored';
import classes from './tickets.module.css';

const lines = [
  { name: 'company', autoComplete: 'organization', dir: undefined, inputMode: 'text' },
  { name: 'landline', autoComplete: 'off', dir: 'ltr', inputMode: 'tel' },
  { name: 'mobile', autoComplete: 'tel', dir: 'ltr', inputMode: 'tel' },
  { name: 'email', autoComplete: 'email', dir: 'ltr', inputMode: 'email' },
] as const;

const readAs: Partial<Record<keyof ResellerForm, (typed: string) => string | undefined>> = {
  landline: (typed) => readLandline(typed) ?? typed,
  mobile: nationalMobile,
  email: (typed) => readEmail(typed) || undefined,
};

interface Props {
  error: unknown;
  busy: boolean;
  onSubmit: (form: ResellerForm) => void;
}

/** A signed-in customer does not type mobile number and e-mail address. */
function ShopForm({ error, busy, onSubmit }: Props) {
  const { t } = useTranslation('tickets');
  const { user } = useSession();
  const mobile = user?.mobile_number ?? '';
  const { form, text, refusal } = useSchemaForm<ResellerForm>(zResellerForm, {
    values: {
      company: '',
      shopType: 'telecom',
      landline: '',
      address: '',
      area: '',
      mobile: isNationalMobile(mobile) ? mobile : '',
      ...(user?.email && { email: user.email }),
    },
    resetOptions: { keepDirtyValues: true },
    error,
    invalid: (name) => t(`reseller.${name}Error`),
  });
  return (
    <form noValidate className="stack form" onSubmit={form.handleSubmit(onSubmit)}>
      <NativeSelect
        size="md"
        label={t('reseller.shopType')}
        data={zShopType.options.map((value) => ({ value, label: t(`shops.${value}`) }))}
        error={text('shopType')}
        {...form.register('shopType')}
      />
      {lines.map(({ name, ...field }) => (
        <TextInput
          key={name}
          size="md"
          {...field}
          label={t(`reseller.${name}`)}
          error={text(name)}
          {...form.register(name, { ...(readAs[name] && { setValueAs: readAs[name] }) })}
        />
      ))}
      {(['address', 'area'] as const).map((name) => (
        <Textarea
          key={name}
          size="md"
          rows={3}
          maxLength={name === 'address' ? 300 : 500}
          label={t(`reseller.${name}`)}
          error={text(name)}
          {...form.register(name)}
        />
      ))}
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('reseller.submit')}
      </Button>
    </form>
  );
}

/** The form of a shop or company that wants to sell for the operator. */
export function ResellerPage() {
  const { t } = useTranslation('tickets');
  const { headers } = useLineCall();
  const call = useKeyedCall((key, body: ResellerForm) =>
    submitReseller({ headers: { ...headers, 'Idempotency-Key': key }, body, throwOnError: true }),
  );
  return (
    <div className={`container stack ${classes.page}`}>
      {call.data ? (
        <TicketStored request={call.data.data} />
      ) : (
        <>
          <PageHeading title={t('reseller.title')} lead={t('reseller.lead')} />
          <ShopForm error={call.error} busy={call.isPending} onSubmit={(form) => call.mutate(form)} />
        </>
      )}
    </div>
  );
}
