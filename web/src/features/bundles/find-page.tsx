import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { findBundlesOptions } from '@/api/gen-bundles/@tanstack/react-query.gen';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { ChipsField } from '@/components/form/choice-field';
import { Form } from '@/components/form/form';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { SaleList } from '@/components/sale/sale-card';
import { useSchemaForm } from '@/lib/form/use-schema-form';
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

const first = { data: '5120', minutes: '0', sms: '0', days: '30' } as const;
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

const askedSchema = z.object({
  data: z.enum(answers.data),
  minutes: z.enum(answers.minutes),
  sms: z.enum(answers.sms),
  days: z.enum(answers.days),
  line: z.enum(lines),
});
type Asked = z.infer<typeof askedSchema>;

/** Returns the answers in the address; an invalid answer is asked again. */
const askedBy = (params: URLSearchParams): Asked | undefined =>
  askedSchema.safeParse(Object.fromEntries(params)).data;

function Questions({ asked, onAsk }: { asked: Asked | undefined; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation('bundles');
  const words = useAnswerWords();
  const ownKind = useLineType() ?? 'prepaid';
  const { form } = useSchemaForm<Asked>(askedSchema, {
    values: { ...first, line: ownKind, ...asked },
    resetOptions: { keepDirtyValues: true },
    mode: 'onSubmit',
  });
  return (
    <Form form={form} className="card stack form" onSubmit={onAsk}>
      {(Object.keys(answers) as Question[]).map((question) => (
        <ChipsField
          key={question}
          form={form}
          name={question}
          legend={t(`find.${question}`)}
          choices={answers[question].map((value: string) => ({ value, label: words(question, value) }))}
        />
      ))}
      <ChipsField
        form={form}
        name="line"
        legend={t('find.line')}
        choices={lines.map((value) => ({ value, label: t(`find.${value}`) }))}
      />
      <Button type="submit" size="lg" className="primary-action">
        {t('find.go')}
      </Button>
    </Form>
  );
}

function Found({ asked: { line: subscription, ...need } }: { asked: Asked }) {
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
      {data?.items.length === 0 && <EmptyState text={t('find.nothing')} />}
      <SaleList>
        {data?.items.map(({ bundle, covers }) => (
          <BundleCard key={bundle.id} bundle={bundle}>
            <p>{covers === 100 ? t('find.all') : t('find.covers', { percent: covers })}</p>
          </BundleCard>
        ))}
      </SaleList>
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
        <Questions asked={asked} onAsk={(next) => setParams(next, { replace: true })} />
        {asked && <Found asked={asked} />}
      </div>
    </div>
  );
}
