import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Game } from '@/api/gen-vas';
import { listGamesOptions } from '@/api/gen-vas/@tanstack/react-query.gen';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { useLineCall } from '@/lib/session/use-line-call';
import { usePath } from '@/lib/site/use-path';
import classes from './games.module.css';
import { LowestPrice } from './prices';

function Brand({ game }: { game: Game }) {
  const { t } = useTranslation('games');
  const path = usePath('games');
  const { id, name, refundable } = game;
  return (
    <li className={`card ${classes.game}`}>
      <h2 className={classes.name}>
        <bdi>{name}</bdi>
      </h2>
      <p className={classes.text}>
        <LowestPrice game={game} />
      </p>
      {!refundable && <p className="dimmed">{t('notRefundable')}</p>}
      <Button component={Link} variant="default" aria-label={t('chooseOf', { name })} to={`${path}/${id}`}>
        {t('choose')}
      </Button>
    </li>
  );
}

/** The brands with codes on sale. */
export function Shelf() {
  const { t } = useTranslation('games');
  const { data, error, isPending, refetch } = useQuery(listGamesOptions(useLineCall()));
  return (
    <div className="stack">
      {isPending && <Loading lines={3} height={150} />}
      {!data && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {data?.data.length === 0 && <EmptyState text={t('empty')} />}
      {data && data.data.length > 0 && (
        <ul className={classes.list}>
          {data.data.map((game) => (
            <Brand key={game.id} game={game} />
          ))}
        </ul>
      )}
    </div>
  );
}
