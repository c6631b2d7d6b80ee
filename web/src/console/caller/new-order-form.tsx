import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { zSaudiMobile } from '@/api/gen-support/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { MobileField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';

const kinds = ['sim', 'esim'] as const;
const sources = ['new', 'port-in'] as const;

const schema = z.object({ mobile: zSaudiMobile, kind: z.enum(kinds), numberSource: z.enum(sources) });
type Typed = z.infer<typeof schema>;

interface Begun {
  about: Pick<Typed, 'mobile'>;
  start: Omit<Typed, 'mobile'>;
}

/** The caller's choices for a new order, and the mobile number that gets the code. */
export function NewOrderForm({ onSend }: { onSend: (begun: Begun) => Promise<void> }) {
  const { t } = useTranslation('console');
  const send = useAttempt(onSend);
  const { form, refusal } = useSchemaForm<Typed>(schema, {
    defaultValues: { mobile: '', kind: 'sim', numberSource: 'new' },
    mode: 'onSubmit',
    error: send.error,
  });
  return (
    <Form
      form={form}
      className="stack"
      onSubmit={({ mobile, ...start }) => send.attempt({ about: { mobile }, start })}
    >
      <MobileField
        form={form}
        name="mobile"
        size="sm"
        label={t('caller.mobile')}
        missing={t('caller.mobileError')}
        invalid={t('caller.mobileError')}
      />
      <SelectField
        form={form}
        name="kind"
        size="sm"
        label={t('caller.kindLabel')}
        data={kinds.map((value) => ({ value, label: t(`caller.kind.${value}`) }))}
      />
      <SelectField
        form={form}
        name="numberSource"
        size="sm"
        label={t('caller.sourceLabel')}
        data={sources.map((value) => ({ value, label: t(`caller.source.${value}`) }))}
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" loading={send.busy}>
        {t('caller.send')}
      </Button>
    </Form>
  );
}
