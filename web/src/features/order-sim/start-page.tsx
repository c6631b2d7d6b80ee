import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { startOrder } from '@/api/gen';
import { searchNumbersInfiniteQueryKey } from '@/api/gen/@tanstack/react-query.gen';
import { zPlanId, zUuid } from '@/api/gen/zod.gen';
import { PageHeading } from '@/components/page-heading';
import { EffectKeys } from '@/lib/idempotency';
import { storeOrder } from '@/lib/order-query';
import { rememberOrder } from '@/lib/order-session';
import { currentStep, stepOfSlug, stepPath } from '@/lib/order-steps';
import { ApiError } from '@/lib/problem';
import { useSession } from '@/lib/session';
import { useLanguage } from '@/lib/use-language';
import { NumberPicker } from './components/number-picker';

/** Most who order are nobody's customers yet. */
const LogOutFirst = lazy(() => import('./components/log-out-first'));

const silentTries = 2;

/** Starts an order and books its number in one round trip. */
function useStartOrder() {
  const language = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const packageId = zPlanId.safeParse(params.get('package')).data;
  const keys = useRef(new EffectKeys());
  return useMutation({
    mutationFn: async (msisdn: string) => {
      const body = { kind: 'sim', numberSource: 'new', msisdn, packageId } as const;
      const headers = { 'accept-language': language, 'Idempotency-Key': keys.current.keyFor(body) };
      const { data } = await startOrder({ headers, body, throwOnError: true });
      return data;
    },
    retry: (tries, error) => tries < silentTries && error instanceof ApiError && error.mayRetry,
    onSuccess: ({ orderSessionId, order }) => {
      rememberOrder(order.id, orderSessionId);
      storeOrder(client, language, order);
      return navigate(stepPath(language, currentStep(order), order.id));
    },
    onSettled: (_data, error) => {
      keys.current.settled(error);
      if (error) {
        const headers = { 'accept-language': language };
        void client.invalidateQueries({ queryKey: searchNumbersInfiniteQueryKey({ headers }) });
      }
    },
  });
}

/** The number shop, where an order begins. */
export function StartPage() {
  const { t } = useTranslation('numbers');
  const { slug = '' } = useParams();
  const language = useLanguage();
  const start = useStartOrder();
  const { hash } = useLocation();
  const { status } = useSession();
  const address = stepPath(language, 'number-selection');
  if (zUuid.safeParse(slug).success) {
    return <Navigate replace to={stepPath(language, 'order-details', slug) + hash} />;
  }
  if (stepOfSlug(slug) !== 'number-selection' || !address.endsWith(`/${slug}`)) {
    return <Navigate replace to={address} />;
  }
  if (status === 'signed-in') {
    return (
      <Suspense>
        <LogOutFirst />
      </Suspense>
    );
  }
  return (
    <div className="container" style={{ paddingBlock: '2rem' }}>
      <PageHeading takesFocus title={t('title')} lead={t('lead')} />
      <NumberPicker
        booking={start.isPending ? start.variables : undefined}
        error={start.error}
        onChoose={start.mutate}
      />
    </div>
  );
}
