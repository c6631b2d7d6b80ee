import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SavedCard } from '@/api/gen-lines';
import { type AutoRecharge, type ResumeAutoRechargeData, resumeAutoRecharge } from '@/api/gen-purchases';
import { zResumeAutoRechargeBody } from '@/api/gen-purchases/zod.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { useSchemaForm } from '@/lib/form/use-schema-form';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { anyPays, CardChoice } from './card-choice';
import { useUpdateAutoRecharge } from './use-auto-recharge';

type Chosen = ResumeAutoRechargeData['body'];

/** Ends a pause with a card that pays. */
export function Resume({ cards }: { cards: readonly SavedCard[] }) {
  const { t } = useTranslation('auto-recharge');
  const say = useUpdateAutoRecharge();
  const resume = useEffectCall<Chosen, { data: AutoRecharge }>(
    (call, body) => resumeAutoRecharge({ ...call, body }),
    ({ data }) => say(data),
  );
  const { form, refusal } = useSchemaForm<Chosen>(zResumeAutoRechargeBody, {
    mode: 'onSubmit',
    error: resume.error,
  });
  return (
    <Form form={form} className="stack form" onSubmit={(chosen) => resume.mutate(chosen)}>
      <CardChoice cards={cards} />
      <ErrorNotice error={refusal} />
      {anyPays(cards) && (
        <Button type="submit" size="lg" className="primary-action" loading={resume.isPending}>
          {t('resume')}
        </Button>
      )}
    </Form>
  );
}
