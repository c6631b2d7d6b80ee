import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CaseRefund } from '@/api/gen-support';
import { ErrorNotice } from '@/components/error-notice';
import { Form } from '@/components/form/form';
import { ModalDialog } from '@/components/modal-dialog';
import { consolePath } from '@/lib/session/return-path';
import { useLanguage } from '@/lib/text/use-language';
import { casePath } from '../case-path';
import classes from './case.module.css';
import { NoteField, useNoteForm } from './note-field';
import { EffectList } from './preview';
import { useRefund } from './use-case';

interface Props {
  orderId: string;
  of: CaseRefund;
}

/**
 * The consequence, the reason and the confirmation of a refund. A large refund is only requested here: a
 * second person approves it.
 */
function RefundDialog({ orderId, of, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation(['console', 'common']);
  const refund = useRefund(orderId);
  const { form, refusal } = useNoteForm(refund.error);
  return (
    <ModalDialog title={t(of.secondPerson ? 'refund.ask' : 'refund.give')} onClose={onClose}>
      <Form
        form={form}
        className="stack"
        onSubmit={({ note }) => refund.mutate(note, { onSuccess: onClose })}
      >
        <EffectList sentences={of.sentences} />
        <NoteField label={t('refund.note')} />
        <ErrorNotice error={refusal} />
        <Button type="submit" color={of.secondPerson ? undefined : 'red'} loading={refund.isPending}>
          {t(of.secondPerson ? 'refund.confirmAsk' : 'refund.confirm')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
      </Form>
    </ModalDialog>
  );
}

/** The refund of a completed order: the button for it, or its progress. */
export function Refund({ orderId, of }: Props) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={t('refund.title')} className="stack">
      {of.state === 'possible' && (
        <Button variant="default" className="primary-action" onClick={() => setOpen(true)}>
          {t(of.secondPerson ? 'refund.ask' : 'refund.give')}
        </Button>
      )}
      {of.state !== 'possible' && (
        <p role="status" className={`row ${classes.head}`}>
          {t(`refund.${of.state}`)}
          {of.state === 'waits' ? (
            <Link to={`${consolePath(language)}/approvals`}>{t('refund.approvals')}</Link>
          ) : (
            <Link to={casePath(language, { kind: 'refund', id: orderId })}>{t('refund.look')}</Link>
          )}
        </p>
      )}
      {open && <RefundDialog orderId={orderId} of={of} onClose={() => setOpen(false)} />}
    </section>
  );
}
