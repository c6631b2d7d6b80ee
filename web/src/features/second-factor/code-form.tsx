import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { ErrorNotice } from '@/components/error-notice';
import { CodeField } from '@/components/form/code-field';
import { Form } from '@/components/form/form';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSchemaForm } from '@/lib/form/use-schema-form';

interface Props {
  label: string;
  hint?: string;
  submit: string;
  pattern: RegExp;
  numeric: boolean;
  onCode: (code: string) => Promise<unknown>;
}

/** A form for a code, which is sent as soon as its form is valid. */
export function CodeForm({ label, hint, submit, pattern, numeric, onCode }: Props) {
  const { t } = useTranslation('second-factor');
  const give = useAttempt(({ code }: { code: string }) => onCode(code));
  const { form, refusal } = useSchemaForm(z.object({ code: z.string().check(z.regex(pattern)) }), {
    defaultValues: { code: '' },
    mode: 'onSubmit',
    error: give.error,
  });
  return (
    <Form form={form} className="stack" onSubmit={give.attempt}>
      <CodeField
        form={form}
        name="code"
        label={label}
        description={hint}
        missing={t('invalid')}
        invalid={t('invalid')}
        inputMode={numeric ? 'numeric' : 'text'}
        autoComplete="one-time-code"
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={give.busy}>
        {submit}
      </Button>
    </Form>
  );
}
