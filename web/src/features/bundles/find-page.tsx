import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { findBundlesOptions } from '@/api/gen-bundles/@tanstack/react-query.gen';
import { ChoiceChips } from '@/components/choice/choice-chips';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { useLineCall } from '@/lib/session/use-line-call';
import { useLineType } from '@/lib/session/use-line-type';
import { useQuantity } from '@/lib/text/use-quantity';
import { BundleCard } from './bundle-card';
import classes from './bundles.module.css';

/** The questions with their answers; the first answer of each list means none. */
const answers = {
  data: ['0', '1024', '5120', '20480', '102400'],
  minutes: ['0', '100', '500'],
  sms: ['0', '100', '400'],
  days: ['7', '30', '90'],
} as const;

type Question = keyof typeof answers;

const first: Record<Question, string> = { data: '5120', minutes: '0', sms: '0', days: '30' };
const lines = ['prepaid', 'postpaid'] as const;

const units = { data: 'MB', minutes: 'minute', sms: 'sms' } as const;

function useAnswerWords() {
  const { t } = useTranslation('bundles');
  const quantity = useQuantity();
  return (question: Question, answer: string): string => {
    if (question === 'days') {
      return t('days', { count: Number(answer) });
    }
    return answer === '0' ? t('find.none') : quantity(Number(answer), units[question]);
  };
}

interface Asked extends Record<Question, string> {
  subscription: (typeof lines)[number];
}

/** Returns the answers in the address; an invalid answer is asked again. */
function askedBy(params: URLSearchParams): Asked | undefined {
  const said = (question: Question) => answers[question].find((one) => one === params.get(question));
  const [data, minutes, sms, days] = [said('data'), said('minutes'), said('sms'), said('days')];
  const subscription = lines.find((one) => one === params.get('line'));
  return data && minutes && sms && days && subscription
    ? { data, minutes, sms, days, subscription }
    : undefined;
}

function Questions({ asked, onAsk }: { asked: Asked | undefined; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation('bundles');
  const words = useAnswerWords();
  const ownKind = useLineType() ?? 'prepaid';
  const [answered, setAnswered] = useState<Partial<Asked>>(asked ?? {});
  const chosen: Asked = { ...first, subscription: ownKind, ...answered };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk(chosen);
  };
  return (
    <form className="card stack form" onSubmit={submit}>
      {(Object.keys(answers) as Question[]).map((question) => (
        <ChoiceChips
          key={question}
          legend={t(`find.${question}`)}
          name={question}
          value={chosen[question]}
          choices={answers[question].map((value: string) => ({ value, label: words(question, value) }))}
          onChange={(value) => setAnswered({ ...answered, [question]: value })}
        />
      ))}
      <ChoiceChips
        legend={t('find.line')}
        name="line"
        value={chosen.subscription}
        choices={lines.map((value) => ({ value, label: t(`find.${value}`) }))}
        onChange={(subscription) => setAnswered({ ...answered, subscription })}
      />
      <Button type="submit" size="lg" className="primary-action">
        {t('find.go')}
      </Button>
    </form>
  );
}

function Found({ asked: { subscription, ...need } }: { asked: Asked }) {
  const { t } = useTranslation('bundles');
  const query = {
    data: Number(need.data),
    minutes: Number(need.minutes),
    sms: Number(need.sms),
    days: Number(need.days),
    availability: 'web' as const,
    subscription,
  };
  const { data, error, isPending, refetch } = useQuery(findBundlesOptions({ query, ...useLineCall() }));
  return (
    <section className="stack" aria-labelledby="found">
      <h2 id="found">{t('find.found')}</h2>
      {isPending && <Loading lines={2} height={200} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {data?.items.length === 0 && <p role="status">{t('find.nothing')}</p>}
      <ul className={classes.cards}>
        {data?.items.map(({ bundle, covers }) => (
          <BundleCard key={bundle.id} bundle={bundle}>
            <p className={classes.hint}>
              {covers === 100 ? t('find.all') : t('find.covers', { percent: covers })}
            </p>
          </BundleCard>
        ))}
      </ul>
    </section>
  );
}

/** A few questions, and the bundles that match the answers; the address contains the answers. */
export function FindBundlePage() {
  const { t } = useTranslation('bundles');
  const [params, setParams] = useSearchParams();
  const asked = askedBy(params);
  return (
    <div className={`container ${classes.page}`}>
      <PageHeading takesFocus title={t('find.title')} lead={t('find.lead')} />
      <div className="stack">
        <Questions
          asked={asked}
          onAsk={({ subscription, ...need }) => setParams({ ...need, line: subscription }, { replace: true })}
        />
        {asked && <Found asked={asked} />}
      </div>
    </div>
  );
}
