import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { liftSpendCap, type SpendCap, type SpendLine, setSpendCap } from '@/api/gen-purchases';
import { ErrorNotice } from '@/components/error-notice';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { Group, Stack } from '@/components/ui/layout';
import { Progress } from '@/components/ui/progress';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { day, riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { CapForm } from './cap-form';
import { useUpdateCaps } from './use-limits';

interface Props {
  kind: SpendCap['kind'];
  line: SpendLine;
  cap: SpendCap | undefined;
  bounds: { minimum: number; maximum: number };
}

type Answer = Awaited<ReturnType<typeof setSpendCap<true>>>['data'];

function Standing({ cap, line }: { cap: SpendCap; line: SpendLine }) {
  const { t } = useTranslation('credit-limit');
  const language = useLanguage();
  const until = line.until ? day(line.until, language) : '';
  return (
    <>
      {cap.state === 'warned' && <Notice tone="warning" title={t('caps.warned', { percent: cap.percent })} />}
      {cap.state === 'stopped' && (
        <Notice tone="negative" title={t(`caps.stopped.${cap.kind}`)}>
          {t('caps.until', { until })}
        </Notice>
      )}
      {cap.state === 'lifted' && <Notice title={t('caps.lifted', { until })} />}
      <Progress
        label={t(`caps.kind.${cap.kind}`)}
        part={cap.percent / 100}
        text={t('used.text', { used: riyals(cap.used), limit: riyals(cap.amount), percent: cap.percent })}
      />
    </>
  );
}

/**
 * A spending cap of a line: it can be set, changed, removed, and lifted with one tap once it blocks
 * something.
 */
export function Cap({ kind, line, cap, bounds }: Props) {
  const { t } = useTranslation('credit-limit');
  const [open, setOpen] = useState(false);
  const say = useUpdateCaps();
  const of = { subscription_id: line.subscription_id, kind };
  const set = useEffectCall<number | undefined, Answer>(
    (call, amount) => setSpendCap({ ...call, body: { ...of, ...(amount && { amount }) } }),
    ({ data }) => {
      say(data);
      setOpen(false);
    },
  );
  const lift = useEffectCall<void, Answer>(
    (call) => liftSpendCap({ ...call, body: of }),
    ({ data }) => say(data),
  );
  const mine = cap === undefined || cap.mine;
  return (
    <Stack component="section" gap={8} aria-label={t(`caps.kind.${kind}`)}>
      <Group gap="0.5rem 1rem" align="baseline" justify="space-between">
        <h4>{t(`caps.kind.${kind}`)}</h4>
        <span>
          {cap ? (
            <>
              <Money amount={cap.used} /> {t('caps.of')} <Money amount={cap.amount} />
            </>
          ) : (
            t('caps.none')
          )}
        </span>
      </Group>
      {cap && <Standing cap={cap} line={line} />}
      {!mine && <p>{t('caps.others')}</p>}
      <ErrorNotice error={lift.error ?? set.error} />
      {open && (
        <CapForm
          bounds={bounds}
          pending={set.isPending}
          onCancel={() => setOpen(false)}
          onDone={(amount) => set.mutate(amount)}
        />
      )}
      {mine && !open && (
        <div className="button-row">
          {cap?.state === 'stopped' && (
            <Button loading={lift.isPending} onClick={() => lift.mutate()}>
              {t('caps.lift')}
            </Button>
          )}
          <Button variant="default" onClick={() => setOpen(true)}>
            {cap ? t('caps.change') : t('caps.set')}
          </Button>
          {cap && (
            <Button variant="subtle" loading={set.isPending} onClick={() => set.mutate(undefined)}>
              {t('caps.remove')}
            </Button>
          )}
        </div>
      )}
    </Stack>
  );
}
