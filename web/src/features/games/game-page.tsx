import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { type Purchase, type StartPurchase, startPurchase } from '@/api/gen-purchases';
import type { Game } from '@/api/gen-vas';
import { listGamesOptions } from '@/api/gen-vas/@tanstack/react-query.gen';
import { problemOf } from '@/api/problem';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import type { Payment } from '@/components/payment/payment-methods';
import { useOpenPurchase } from '@/components/payment/use-open-purchase';
import { useOrderAgain } from '@/components/payment/use-order-again';
import { useEffectCall } from '@/lib/session/use-effect-call';
import { useLineCall } from '@/lib/session/use-line-call';
import { useBelongsTo } from '@/lib/site/belongs-to';
import { usePath } from '@/lib/site/use-path';
import { ConfirmGame } from './confirm-game';
import { GameForm } from './game-form';
import type { Wanted } from './wanted';

/** Returns the request to the server, with the price that the customer saw. */
const bodyOf = ({ denomination, ...where }: Wanted, pay: Payment): StartPurchase => ({
  kind: 'game',
  game: { denominationId: denomination.id, ...where },
  total: pay.way === 'balance' ? denomination.price : denomination.total,
  pay,
});

/**
 * The choice, then the payment, then the page of the purchase. After a refusal the customer chooses again.
 */
function Buy({ game }: { game: Game }) {
  const before = useOrderAgain<Wanted>();
  const [wanted, setWanted] = useState(before);
  const [confirms, setConfirms] = useState(before !== undefined);
  const open = useOpenPurchase();
  const start = useEffectCall<StartPurchase, { data: Purchase }>(
    (call, body) => startPurchase({ ...call, body }),
    ({ data }) => open(data, { wanted }),
  );
  const about = Object.keys(problemOf(start.error)?.fields ?? {}).some((path) => path.startsWith('game'));
  if (wanted && confirms && !about) {
    return (
      <ConfirmGame
        game={game}
        wanted={wanted}
        busy={start.isPending}
        error={start.error}
        onPay={(pay, answered) => start.mutate(bodyOf(wanted, pay), { onSettled: answered })}
        onChange={() => {
          start.reset();
          setConfirms(false);
        }}
      />
    );
  }
  return (
    <GameForm
      game={game}
      initial={wanted}
      refusal={start.error}
      onDone={(next) => {
        start.reset();
        setWanted(next);
        setConfirms(true);
      }}
    />
  );
}

/** A brand: its codes, how to use a code, and how to buy one. */
export function GamePage() {
  const { t } = useTranslation('games');
  const { brandId } = useParams();
  const path = usePath('games');
  const { data, error, isPending, refetch } = useQuery(listGamesOptions(useLineCall()));
  const game = data?.data.find(({ id }) => id === brandId);
  useBelongsTo('games');
  return (
    <>
      <PageHeading takesFocus title={game?.name ?? t('title')} lead={game?.redeem} />
      <div className="stack">
        {isPending && <Loading lines={4} height={72} />}
        {!data && <ErrorNotice error={error} onRetry={() => refetch()} />}
        {data && !game && (
          <Notice action={path && <Link to={path}>{t('toAll')}</Link>}>{t('unknown')}</Notice>
        )}
        {game && <Buy key={game.id} game={game} />}
      </div>
    </>
  );
}
