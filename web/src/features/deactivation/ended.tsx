import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Deactivation } from '@/api/gen-lines';
import { ErrorNotice } from '@/components/error-notice';
import { Fact, FactRows } from '@/components/fact';
import { Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { useAttempt } from '@/lib/form/use-attempt';
import { day, dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { downloadStatement } from './download-statement';

function Statement({ deactivation }: { deactivation: Deactivation }) {
  const { t } = useTranslation('deactivation');
  const { statement, msisdn } = deactivation;
  return (
    <FactRows>
      <Fact label={t('facts.number')}>
        <Msisdn value={msisdn} />
      </Fact>
      {statement?.plan && <Fact label={t('facts.plan')}>{statement.plan}</Fact>}
      {statement && (
        <>
          <Fact label={t('losses.balance')}>
            <Money amount={statement.balanceLost} />
          </Fact>
          <Fact label={t('losses.owed')}>
            <Money amount={statement.owed} />
          </Fact>
        </>
      )}
    </FactRows>
  );
}

/** The line has ended: the final amount and the document. */
export function Ended({ deactivation, token }: { deactivation: Deactivation; token: string }) {
  const { t } = useTranslation('deactivation');
  const language = useLanguage();
  const { id, endedAt, statement } = deactivation;
  const download = useAttempt(() => downloadStatement(id, token, language));
  return (
    <div className="stack form">
      <Notice title={t('ended.title', { at: endedAt ? dayAndTime(endedAt, language) : '' })}>
        {statement?.freeAt && <p>{t('ended.rests', { day: day(statement.freeAt, language) })}</p>}
      </Notice>
      <Statement deactivation={deactivation} />
      <ErrorNotice error={download.error} />
      <Button size="lg" className="primary-action" loading={download.busy} onClick={() => download.attempt()}>
        {t('ended.statement')}
      </Button>
    </div>
  );
}
