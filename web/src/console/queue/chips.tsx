import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CaseCount, CaseKind } from '@/api/gen-support';
import { Stack } from '@/components/ui/layout';
import classes from './chips.module.css';
import { addressOf, type Filters, isCode } from './filters';

interface Tally {
  held: number;
  late: number;
}

const sum = (counts: readonly Tally[]): Tally => ({
  held: counts.reduce((total, { held }) => total + held, 0),
  late: counts.reduce((total, { late }) => total + late, 0),
});

interface ChipProps {
  to: string;
  current: boolean;
  name: string;
  tally: Tally;
}

/** A chip that is already chosen removes its filter. */
function Chip({ to, current, name, tally: { held, late } }: ChipProps) {
  const { t } = useTranslation('console');
  return (
    <li>
      <Link className={classes.chip} to={to} aria-current={current || undefined}>
        <span>{name}</span>
        {held > 0 && <span className="strong">{t('queue.held', { count: held })}</span>}
        {late > 0 && <span className="warning strong">{t('queue.late', { count: late })}</span>}
      </Link>
    </li>
  );
}

/** Counts of all held or late work, independent of the filters: by kind and by reason. */
export function Chips({ counts, filters }: { counts: readonly CaseCount[]; filters: Filters }) {
  const { t } = useTranslation('console');
  const { after: _after, kind, failureCode, ...others } = filters;
  const kinds = [...new Set(counts.map((count) => count.kind))];
  const of = (wanted: CaseKind) => sum(counts.filter((count) => count.kind === wanted));
  const reasons = counts.filter((count) => kind === undefined || count.kind === kind);
  return (
    <Stack aria-label={t('queue.counts')} component="nav" gap="xs">
      <ul aria-label={t('queue.byKind')} className={`row tight ${classes.chips}`}>
        <Chip
          name={t('queue.all')}
          tally={sum(counts)}
          to={addressOf(others)}
          current={kind === undefined && failureCode === undefined}
        />
        {kinds.map((each) => (
          <Chip
            key={each}
            name={t(`kind.${each}`)}
            tally={of(each)}
            current={each === kind}
            to={addressOf(each === kind ? others : { ...others, kind: each })}
          />
        ))}
      </ul>
      <ul aria-label={t('queue.byReason')} className={`row tight ${classes.chips} ${classes.reasons}`}>
        {reasons.map((count) => {
          const code = isCode(count.failureCode) ? count.failureCode : undefined;
          const current = code !== undefined && code === failureCode && count.kind === kind;
          const chosen = { ...others, kind: count.kind, failureCode: code };
          return (
            <Chip
              key={`${count.kind} ${count.failureCode}`}
              name={kind ? count.reason : `${t(`kind.${count.kind}`)}: ${count.reason}`}
              tally={count}
              current={current}
              to={addressOf(current ? { ...others, kind: count.kind } : chosen)}
            />
          );
        })}
      </ul>
    </Stack>
  );
}
