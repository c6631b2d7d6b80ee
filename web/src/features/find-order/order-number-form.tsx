import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { LookUpOrderData } from '@/api/gen-later';
import { zLookUpOrderBody } from '@/api/gen-later/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { CodeField } from '@/components/form/code-field';
import { Form } from '@/components/form/form';
import { TextField } from '@/components/form/text-field';
import { Ltr } from '@/components/ltr';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useCountdown } from '@/lib/http/use-countdown';
import { useSession } from '@/lib/session';
import { ownMobile } from '@/lib/session/own-mobile';
import { nationalMobile } from '@/lib/text/digits';
import { clock } from '@/lib/text/format';
import { isReference, referenceForms } from '@/lib/text/references';
import { readEmail, readReference } from '@/lib/text/typed';

type Wanted = LookUpOrderData['body'];

/** The page finds a mistyped number by its check character, before a code is sent in vain. */
const schema = z.extend(zLookUpOrderBody, {
  orderNumber: zLookUpOrderBody.shape.orderNumber.check(
    z.refine((number) => isReference(number, referenceForms.order)),
  ),
});

const mobileOrEmail = (text: string): string => (/[@＠]/.test(text) ? readEmail(text) : nationalMobile(text));

/**
 * A mobile number gets one code at a time: a customer who corrects the order number sees the remaining wait.
 */
function NotBefore({ at }: { at: string }) {
  const { t } = useTranslation('find-order');
  const left = useCountdown(at);
  if (left <= 0) {
    return null;
  }
  return (
    <p role="timer" style={{ margin: 0 }}>
      {t('find.againIn')} <Ltr>{clock(left)}</Ltr>
    </p>
  );
}

interface Props {
  initial: Wanted;
  /** The time from which another code can be sent, after a first one. */
  notBefore?: string | undefined;
  error: unknown;
  busy: boolean;
  onSubmit: (wanted: Wanted) => void;
}

/** Asks for the order and for the customer's contact. */
export function OrderNumberForm({ initial, notBefore, error, busy, onSubmit }: Props) {
  const { t } = useTranslation(['find-order', 'common']);
  const { user } = useSession();
  const { form, refusal } = useSchemaForm<Wanted>(schema, {
    values: { ...initial, contact: initial.contact || ownMobile(user) },
    resetOptions: { keepDirtyValues: true },
    error,
  });
  return (
    <Form form={form} className="stack form" onSubmit={onSubmit}>
      <CodeField
        form={form}
        name="orderNumber"
        label={t('find.orderNumber')}
        description={t('find.orderNumberHint')}
        invalid={t('find.orderNumberError')}
        placeholder="SC234ABCYR"
        read={readReference}
      />
      <TextField
        form={form}
        name="contact"
        dir="ltr"
        label={t('find.contact')}
        description={t('find.contactHint')}
        autoCapitalize="none"
        autoComplete="on"
        invalid={t('find.contactError')}
        read={mobileOrEmail}
      />
      {notBefore && <NotBefore at={notBefore} />}
      <ErrorNotice error={refusal} />
      <Button type="submit" size="lg" className="primary-action" loading={busy}>
        {t('find.submit')}
      </Button>
    </Form>
  );
}
