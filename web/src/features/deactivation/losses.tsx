import { useTranslation } from 'react-i18next';
import type { LineToEnd } from '@/api/gen-lines';
import { Fact, FactRows } from '@/components/fact';
import { Msisdn } from '@/components/ltr';
import { Money } from '@/components/money';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';

/** The number of the line, its plan and its balance. */
export function AccountInfo({ line }: { line: LineToEnd }) {
  const { t } = useTranslation('deactivation');
  const language = useLanguage();
  return (
    <FactRows>
      <Fact label={t('facts.number')}>
        <Msisdn value={line.msisdn} />
      </Fact>
      {line.plan && <Fact label={t('facts.plan')}>{line.plan}</Fact>}
      {line.cycleUntil && <Fact label={t('facts.cycle')}>{day(line.cycleUntil, language)}</Fact>}
      {line.type === 'prepaid' ? (
        <Fact label={t('facts.balance')}>
          <Money amount={line.balance} />
        </Fact>
      ) : (
        <Fact label={t('facts.dues')}>
          <Money amount={line.dues} />
        </Fact>
      )}
      {line.leaving.months > 0 && (
        <Fact label={t('facts.commitment')}>{t('facts.months', { count: line.leaving.months })}</Fact>
      )}
    </FactRows>
  );
}

/** The cost of the deactivation, and the losses. */
export function Losses({ line }: { line: LineToEnd }) {
  const { t } = useTranslation('deactivation');
  const { type, balance, dues, leaving } = line;
  return (
    <FactRows>
      {type === 'prepaid' && (
        <Fact label={t('losses.balance')}>
          <Money amount={balance} />
        </Fact>
      )}
      {type === 'postpaid' && (
        <Fact label={t('losses.dues')}>
          <Money amount={dues} />
        </Fact>
      )}
      {leaving.cost > 0 && (
        <Fact label={t('losses.leaving')}>
          <Money amount={leaving.cost} />
        </Fact>
      )}
      {type === 'postpaid' && (
        <Fact label={t('losses.owed')}>
          <strong>
            <Money amount={dues + leaving.cost} />
          </strong>
        </Fact>
      )}
    </FactRows>
  );
}
