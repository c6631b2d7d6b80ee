import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { approveRefund, declineRefund, type RefundRequest } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { ModalDialog } from '@/components/modal-dialog';
import { Money } from '@/components/money';
import { useKeyedCall } from '@/lib/http/use-keyed-call';
import { useLanguage } from '@/lib/text/use-language';
import { NoteField, useNoteForm } from '../case/note-field';
import { useRequestSubject } from './use-request-subject';

export interface Choice {
  decision: 'approve' | 'decline';
  request: RefundRequest;
}

/**
 * Sends a decision. The list is read again after each answer, because another agent may have decided
 * meanwhile.
 */
function useDecide({ decision, request }: Choice, onDone: () => void) {
  const language = useLanguage();
  const cache = useQueryClient();
  const again = () =>
    cache.invalidateQueries({
      predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('listRefunds'),
    });
  return useKeyedCall<string, unknown>(
    (key, note) => {
      const call = {
        headers: { 'accept-language': language, 'Idempotency-Key': key },
        path: { refundId: request.id },
        body: { note },
        throwOnError: true,
      } as const;
      return decision === 'approve' ? approveRefund(call) : declineRefund(call);
    },
    {
      onSuccess: () => {
        onDone();
        void again();
      },
    },
  );
}

/** The consequence, the reason and the confirmation of a decision. */
export function DecideDialog({ choice, onClose }: { choice: Choice; onClose: () => void }) {
  const { t } = useTranslation(['console', 'common']);
  const { decision, request } = choice;
  const what = useRequestSubject()(request);
  const decide = useDecide(choice, onClose);
  const { form, refusal } = useNoteForm(decide.error);
  return (
    <ModalDialog title={t(`approvals.${decision}Title`, { what })} onClose={onClose}>
      <Form form={form} className="stack" onSubmit={({ note }) => decide.mutate(note)}>
        <p>
          <strong>
            <Money amount={request.amount} />
          </strong>
        </p>
        <p>{t(`approvals.${decision}Text`)}</p>
        <NoteField label={t('approvals.note')} />
        <ErrorNotice error={refusal} />
        <Button type="submit" loading={decide.isPending}>
          {t(`approvals.${decision}`)}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </Form>
    </ModalDialog>
  );
}
