import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedCard } from '@/api/gen-lines';
import type { AutoRecharge } from '@/api/gen-purchases';
import { Fact, FactRows } from '@/components/fact';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { CardLabel } from '@/components/payment/card-label';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { anyPays } from './card-choice';
import { EndDialog } from './end-dialog';
import { LastRun } from './last-run';
import { Resume } from './resume';
import { useCadence } from './use-cadence';

function Facts({ auto }: { auto: AutoRecharge }) {
  const { t } = useTranslation('auto-recharge');
  const language = useLanguage();
  const cadence = useCadence();
  return (
    <FactRows>
      <Fact label={t('facts.when')}>{cadence(auto)}</Fact>
      {auto.nextRun && <Fact label={t('facts.next')}>{dayAndTime(auto.nextRun, language)}</Fact>}
      <Fact label={t('facts.amount')}>
        <Money amount={auto.amount} />
      </Fact>
      <Fact label={t('facts.total')}>
        <Money amount={auto.total} />
      </Fact>
      {auto.card && (
        <Fact label={t('facts.card')}>
          <CardLabel {...auto.card} />
        </Fact>
      )}
    </FactRows>
  );
}

interface Props {
  auto: AutoRecharge;
  cards: readonly SavedCard[];
  onEnded: () => void;
}

/** The present auto-recharge and its last run. To change it, the customer deletes it first. */
export function Current({ auto, cards, onEnded }: Props) {
  const { t } = useTranslation('auto-recharge');
  const [ending, setEnding] = useState(false);
  const paused = auto.state === 'paused';
  return (
    <div className="stack">
      {paused && (
        <Notice tone="warning" title={t('paused.title')}>
          {auto.reason?.message} {t(anyPays(cards) ? 'paused.text' : 'paused.noCard')}
        </Notice>
      )}
      <section className="card" aria-label={t('facts.label')}>
        <Facts auto={auto} />
      </section>
      {auto.lastRun && <LastRun run={auto.lastRun} />}
      {paused && <Resume cards={cards} />}
      <p style={{ margin: 0 }}>{t('one')}</p>
      <Button variant="default" className="primary-action" onClick={() => setEnding(true)}>
        {t('end.open')}
      </Button>
      {ending && <EndDialog onClose={() => setEnding(false)} onDone={onEnded} />}
    </div>
  );
}
