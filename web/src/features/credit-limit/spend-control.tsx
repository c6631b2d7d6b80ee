import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SpendLine } from '@/api/gen-purchases';
import { getSpendControlOptions } from '@/api/gen-purchases/@tanstack/react-query.gen';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Msisdn } from '@/components/ltr';
import { Stack } from '@/components/ui/layout';
import { useLineCall } from '@/lib/session/use-line-call';
import { Cap } from './cap';
import classes from './credit-limit.module.css';

const kinds = ['extra', 'roaming'] as const;

interface Props {
  line: SpendLine;
  bounds: { minimum: number; maximum: number };
}

function Line({ line, bounds }: Props) {
  return (
    <li className="card stack">
      <h3>
        {line.nickname || <Msisdn value={line.msisdn} />}
        {line.nickname && (
          <small>
            {' '}
            <Msisdn value={line.msisdn} />
          </small>
        )}
      </h3>
      {kinds.map((kind) => (
        <Cap
          key={kind}
          kind={kind}
          line={line}
          bounds={bounds}
          cap={line.caps.find((cap) => cap.kind === kind)}
        />
      ))}
    </li>
  );
}

/** The spending caps of each line. The main line, which pays, sees and sets them. */
export function SpendControl() {
  const { t } = useTranslation('credit-limit');
  const { data, isPending, error, refetch } = useQuery(getSpendControlOptions(useLineCall()));
  const control = data?.data;
  return (
    <section className={`${classes.control}`} aria-labelledby="spend-control">
      <h2 id="spend-control">{t('caps.title')}</h2>
      <p>{t('caps.text', { percent: control?.warn_percent ?? 80 })}</p>
      {isPending && <Loading lines={2} height={120} />}
      <ErrorNotice error={error} onRetry={refetch} />
      {control && (
        <Stack component="ul">
          {control.lines.map((line) => (
            <Line key={line.subscription_id} line={line} bounds={control} />
          ))}
        </Stack>
      )}
    </section>
  );
}
