import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cancelActivation,
  type MoveActivationData,
  moveActivation,
  type Purchase,
} from '@/api/gen-purchases';
import { getPurchaseQueryKey } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { zMoveActivationBody } from '@/api/gen-purchases/zod.gen';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { ErrorNotice } from '@/components/error-notice';
import { ComingDayField } from '@/components/form/coming-day-field';
import { Form } from '@/components/form/form';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { Facts } from './facts';
import { StateCard } from './state-card';

/** Puts the server's answer of the purchase on the page. */
function useShown(id: string) {
  const client = useQueryClient();
  const call = useLineCall();
  return (answer: { data: Purchase }) => {
    client.setQueryData(getPurchaseQueryKey({ ...call, path: { id } }), answer);
  };
}

type Moved = MoveActivationData['body'];

function AnotherDay({ id }: { id: string }) {
  const { t } = useTranslation('purchase');
  const move = useEffectCall<Moved, { data: Purchase }>(
    (call, body) => moveActivation({ ...call, path: { id }, body }),
    useShown(id),
  );
  const { form, refusal } = useSchemaForm<Moved>(zMoveActivationBody, {
    defaultValues: { effectiveDate: '' },
    mode: 'onSubmit',
    error: move.error,
    under: 'options.',
  });
  return (
    <Form form={form} className="stack" onSubmit={(body) => move.mutate(body)}>
      <ComingDayField
        form={form}
        name="effectiveDate"
        label={t('scheduled.day')}
        onType={() => move.reset()}
      />
      <ErrorNotice error={refusal} />
      <Button
        type="submit"
        variant="default"
        disabled={!form.watch('effectiveDate')}
        loading={move.isPending}
      >
        {t('scheduled.move')}
      </Button>
    </Form>
  );
}

function Cancel({ id }: { id: string }) {
  const { t } = useTranslation('purchase');
  const [asks, setAsks] = useState(false);
  const cancel = useEffectCall<undefined, { data: Purchase }>(
    (call) => cancelActivation({ ...call, path: { id } }),
    useShown(id),
  );
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsks(true)}>
        {t('scheduled.cancel')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={t('scheduled.cancelTitle')}
          error={cancel.error}
          busy={cancel.isPending}
          keep={t('scheduled.keep')}
          confirm={t('scheduled.cancel')}
          onConfirm={() => cancel.mutate(undefined)}
          onClose={() => setAsks(false)}
        >
          {t('scheduled.cancelText')}
        </ConfirmDialog>
      )}
    </>
  );
}

/** A paid purchase that waits for its day: until then the customer can change the day or cancel. */
export function Scheduled({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('purchase');
  const language = useLanguage();
  const { id, effectiveAt } = purchase;
  return (
    <StateCard title={t('scheduled.title', { day: effectiveAt ? day(effectiveAt, language) : '' })}>
      <p>{t('scheduled.text')}</p>
      <Facts purchase={purchase} />
      <AnotherDay id={id} />
      <Cancel id={id} />
    </StateCard>
  );
}
