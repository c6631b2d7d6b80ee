import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ResellerForm, submitReseller } from '@/api/gen-tickets';
import { zResellerForm, zShopType } from '@/api/gen-tickets/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { PageHeading } from '@/components/page-heading';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useSession } from '@/lib/session';
import { ownMobile } from '@/lib/session/own-mobile';
import { useLineCall } from '@/lib/session/use-line-call';
import { nationalMobile } from '@/lib/text/digits';
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
  const { form, refusal } = useSchemaForm<ResellerForm>(zResellerForm, {
    values: {
      company: '',
      shopType: 'telecom',
      landline: '',
      address: '',
      area: '',
      mobile: ownMobile(user),
      ...(user?.email && { email: user.email }),
    },
    resetOptions: { keepDirtyValues: true },
    error,
  });
  return (
    <Form form={form} className="stack form" onSubmit={onSubmit}>
      <SelectField
        form={form}
        name="shopType"
        label={t('reseller.shopType')}
        data={zShopType.options.map((value) => ({ value, label: t(`shops.${value}`) }))}
        invalid={t('reseller.shopTypeError')}
      />
      {lines.map(({ name, ...field }) => (
        <TextField
          key={name}
          form={form}
          name={name}
          {...field}
          label={t(`reseller.${name}`)}
          invalid={t(`reseller.${name}Error`)}
          read={readAs[name]}
        />
      ))}
      {(['address', 'area'] as const).map((name) => (
        <TextareaField
          key={name}
          form={form}
          name={name}
          rows={3}
          maxLength={name === 'address' ? 300 : 500}
          label={t(`reseller.${name}`)}
          invalid={t(`reseller.${name}Error`)}
        />
      ))}
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('reseller.submit')}
      </Button>
    </Form>
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
