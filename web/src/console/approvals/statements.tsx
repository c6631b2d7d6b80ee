import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WaitingStatement } from '@/api/gen-support';
import { listPaymentStatementsOptions } from '@/api/gen-support/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Money } from '@/components/money';
import { Group, Stack } from '@/components/ui/layout';
import { useLanguage } from '@/lib/text/use-language';
import { StatementDialog } from '../case/statement-dialog';
import { casePath } from '../case-path';
import { ActionTime } from './action-time';

interface Props {
  of: WaitingStatement;
  onConfirm: (of: WaitingStatement) => void;
}

function Statement({ of, onConfirm }: Props) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { statement, kind, reference, amount } = of;
  const what = t(`statement.of.${kind}`, { number: `\u2066${reference}\u2069` });
  return (
    <li className="card stack">
      <Group component="p" gap="0.5rem 1rem">
        <Link to={casePath(language, { kind: 'payment', id: statement.paymentId })}>{what}</Link>
        <strong>
          <Money amount={amount} />
        </strong>
      </Group>
      <FactRows>
        <Fact label={t('statement.outcomeLabel')}>{t(`statement.outcome.${statement.outcome}`)}</Fact>
        <Fact label={t('approvals.why')}>{statement.note}</Fact>
        <Fact label={t('approvals.asked')}>
          <ActionTime at={statement.statedAt}>{statement.statedByName}</ActionTime>
        </Fact>
        <Fact label={t('approvals.expires')}>
          <ActionTime at={statement.expiresAt} />
        </Fact>
      </FactRows>
      <Group component="p" gap="0.5rem 1rem">
        {statement.own ? (
          t('statement.own')
        ) : (
          <Button aria-label={`${t('statement.confirm')}: ${what}`} onClick={() => onConfirm(of)}>
            {t('statement.confirm')}
          </Button>
        )}
      </Group>
    </li>
  );
}

/** Payments with an outcome that one agent stated and a second one confirms. */
export function Statements() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const id = useId();
  const [chosen, setChosen] = useState<WaitingStatement>();
  const { data, error, refetch } = useQuery({
    ...listPaymentStatementsOptions({ headers: { 'accept-language': language } }),
    staleTime: 0,
  });
  if (!error && !data?.items.length) {
    return null;
  }
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{t('statement.heading')}</h2>
      <p>{t('statement.lead')}</p>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <Stack component="ul">
        {data?.items.map((waiting) => (
          <Statement key={waiting.statement.paymentId} of={waiting} onConfirm={setChosen} />
        ))}
      </Stack>
      {chosen && (
        <StatementDialog
          paymentId={chosen.statement.paymentId}
          amount={chosen.amount}
          stated={chosen.statement}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}
