import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CaseKind, PayoutKind, RefundRequest } from '@/api/gen-support';
import { Fact, FactRows } from '@/components/fact';
import { Money } from '@/components/money';
import { Group, Stack } from '@/components/ui/layout';
import { useLanguage } from '@/lib/text/use-language';
import { casePath } from '../case-path';
import { ActionTime } from './action-time';
import { type Choice, DecideDialog } from './decide-dialog';
import { useRequestSubject } from './use-request-subject';

/** The kind of the page that shows the subject of a request. */
const caseKinds: Record<PayoutKind, CaseKind> = {
  refund: 'order',
  'bank-return': 'bank-payment',
  settlement: 'settlement',
  'credit-note': 'bill',
};

interface RequestProps {
  of: RefundRequest;
  onChoose: (choice: Choice) => void;
}

function Request({ of, onChoose }: RequestProps) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const what = useRequestSubject()(of);
  return (
    <li className="card stack">
      <Group component="p" gap="0.5rem 1rem">
        <Link to={casePath(language, { kind: caseKinds[of.way], id: of.subjectId })}>{what}</Link>
        <strong>
          <Money amount={of.amount} />
        </strong>
        {of.state !== 'pending' && <span>{t(`approvals.state.${of.state}`)}</span>}
      </Group>
      <FactRows>
        <Fact label={t('approvals.why')}>{of.note}</Fact>
        <Fact label={t('approvals.asked')}>
          <ActionTime at={of.requestedAt}>{of.requestedByName}</ActionTime>
        </Fact>
        {of.decidedAt && of.decidedByName ? (
          <Fact label={t('approvals.decided')}>
            <ActionTime at={of.decidedAt}>{of.decidedByName}</ActionTime>
          </Fact>
        ) : (
          <Fact label={t('approvals.expires')}>
            <ActionTime at={of.expiresAt} />
          </Fact>
        )}
      </FactRows>
      {of.state === 'pending' && of.own && (
        <Group component="p" gap="0.5rem 1rem">
          {t('approvals.own')}
        </Group>
      )}
      {of.state === 'pending' && !of.own && (
        <Group component="p" gap="0.5rem 1rem">
          <Button
            aria-label={t('approvals.approveTitle', { what })}
            onClick={() => onChoose({ decision: 'approve', request: of })}
          >
            {t('approvals.approve')}
          </Button>
          <Button
            variant="default"
            aria-label={t('approvals.declineTitle', { what })}
            onClick={() => onChoose({ decision: 'decline', request: of })}
          >
            {t('approvals.decline')}
          </Button>
        </Group>
      )}
    </li>
  );
}

/** The requests to give money, each with its possible decisions. */
export function Requests({ requests }: { requests: readonly RefundRequest[] }) {
  const { t } = useTranslation('console');
  const [chosen, setChosen] = useState<Choice>();
  return (
    <>
      <Stack component="ul" aria-label={t('approvals.title')}>
        {requests.map((request) => (
          <Request key={request.id} of={request} onChoose={setChosen} />
        ))}
      </Stack>
      {chosen && <DecideDialog choice={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}
