import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Bulk, BulkItem, BulkOutcome } from '@/api/gen-support';
import { Ltr } from '@/components/ltr';
import { Stack } from '@/components/ui/layout';
import { Pagination } from '@/components/ui/pagination';
import { useLanguage } from '@/lib/text/use-language';
import { casePath } from '../case-path';
import classes from './bulk.module.css';

/** The page size of the contract (getBulk). */
const perPage = 50;

interface Props {
  of: Bulk;
  items: readonly BulkItem[];
  outcome: BulkOutcome | undefined;
  page: number;
}

const address = (outcome: BulkOutcome | undefined, page = 1): string => {
  const named = [...(outcome ? [['outcome', outcome]] : []), ...(page > 1 ? [['page', String(page)]] : [])];
  return named.length === 0 ? '.' : `?${new URLSearchParams(named)}`;
};

/** The number of results by outcome; each links to the results with this outcome. */
function Outcomes({ of: { counts, total }, outcome }: Pick<Props, 'of' | 'outcome'>) {
  const { t } = useTranslation('console');
  const tallies = [
    { name: undefined, count: total },
    { name: 'waiting', count: counts.waiting },
    { name: 'resumed', count: counts.resumed },
    { name: 'held-again', count: counts.heldAgain },
    { name: 'resolved-already', count: counts.resolvedAlready },
    { name: 'refused', count: counts.refused },
  ] as const;
  return (
    <nav aria-label={t('bulk.outcomes')}>
      <ul className={classes.outcomes}>
        {tallies.map(({ name, count }) => (
          <li key={name ?? 'all'}>
            <Link to={address(name)} aria-current={name === outcome || undefined}>
              {t(name ? `bulk.outcome.${name}` : 'bulk.all')}: {count}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Item({ of }: { of: BulkItem }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <li>
      <Link to={casePath(language, of)}>
        {of.title} <Ltr>{of.reference}</Ltr>
      </Link>{' '}
      {t(`bulk.outcome.${of.outcome}`)}
      {of.reason && <p className="negative">{of.reason}</p>}
    </li>
  );
}

/** The result of each piece of work. */
export function Results({ of, items, outcome, page }: Props) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const totals = {
    waiting: of.counts.waiting,
    resumed: of.counts.resumed,
    'held-again': of.counts.heldAgain,
    'resolved-already': of.counts.resolvedAlready,
    refused: of.counts.refused,
  };
  return (
    <section className="card stack" aria-labelledby="results">
      <h2 id="results">{t('bulk.results')}</h2>
      <Outcomes of={of} outcome={outcome} />
      {items.length === 0 && <p className="dimmed">{t('bulk.noResults')}</p>}
      <Stack component="ul" gap="xs">
        {items.map((item) => (
          <Item key={item.position} of={item} />
        ))}
      </Stack>
      <Pagination
        label={t('bulk.pages')}
        page={page}
        per_page={perPage}
        total={outcome ? totals[outcome] : of.total}
        previous={t('bulk.previous')}
        next={t('bulk.next')}
        nameOf={(number, pages) => t('bulk.pageOf', { number, pages })}
        onPage={(to) => void navigate(address(outcome, to))}
      />
    </section>
  );
}
