import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CasePayment } from '@/api/gen-support';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { StatementDialog } from './statement-dialog';

/** The statements of agents about a payment, and the button to state or confirm its outcome. */
export function PaymentStatement({ of: { id, amount, stateable, statement } }: { of: CasePayment }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const others = statement?.state === 'pending' && !statement.own ? statement : undefined;
  const mayState = stateable && (!statement || others);
  return (
    <>
      {statement && (
        <p>
          {t('statement.by', { name: statement.statedByName ?? '' })}{' '}
          <strong>{t(`statement.outcome.${statement.outcome}`)}</strong>. {statement.note}{' '}
          <span className="dimmed">
            {t(`statement.state.${statement.state}`, { time: dayAndTime(statement.expiresAt, language) })}
          </span>
        </p>
      )}
      {mayState && (
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          {t(others ? 'statement.confirm' : 'statement.title')}
        </Button>
      )}
      {open && (
        <StatementDialog paymentId={id} amount={amount} stated={others} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
