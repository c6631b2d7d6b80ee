import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { enterWalletCode } from '@/api/gen-purchases';
import { zEnterWalletCodeBody } from '@/api/gen-purchases/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/text-field';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { digitsOnly } from '@/lib/text/digits';
import { useLanguage } from '@/lib/text/use-language';

/** A form for the code that an STC Pay wallet has sent. The page around it follows the payment. */
export default function WalletCode({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation('payment');
  const language = useLanguage();
  const send = useKeyedCall((key, code: string) => {
    const headers = { 'accept-language': language, 'Idempotency-Key': key };
    return enterWalletCode({ path: { id: paymentId }, body: { code }, headers, throwOnError: true });
  });
  const { form, refusal } = useSchemaForm<{ code: string }>(zEnterWalletCodeBody, {
    defaultValues: { code: '' },
    mode: 'onSubmit',
    error: send.error,
  });
  return (
    <Form form={form} className="stack form" onSubmit={({ code }) => send.mutate(code)}>
      <TextField
        form={form}
        name="code"
        label={t('walletCode')}
        description={t('walletCodeHint')}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        read={digitsOnly}
        missing={t('walletCodeError')}
        invalid={t('walletCodeError')}
      />
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={send.isPending || send.isSuccess}>
        {t('walletCodeSend')}
      </Button>
    </Form>
  );
}
