import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import type { Bundle } from '@/api/gen-bundles';
import { zBundleId } from '@/api/gen-bundles/zod.gen';
import { DeadEnd } from '@/components/dead-end';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { PageHeading } from '@/components/page-heading';
import { PrimaryLink } from '@/components/primary-action';
import { Stack } from '@/components/ui/layout';
import { useSession } from '@/lib/session';
import { usePath } from '@/lib/site/use-path';
import { Gives, Marks, Prices, Terms } from './bundle-facts';
import classes from './bundles.module.css';
import { BuyFlow } from './buy/buy-flow';
import { SignInToBuy } from './buy/sign-in-to-buy';
import { useBundle } from './use-bundles';

function NotOnSale() {
  const { t } = useTranslation('bundles');
  return (
    <DeadEnd scene="empty" title={t('gone.title')} lead={t('gone.text')}>
      <PrimaryLink to={usePath('bundles') ?? ''}>{t('gone.all')}</PrimaryLink>
    </DeadEnd>
  );
}

/** The button that buys a bundle. A guest signs in first and returns to the bundle. */
function Get({ bundle }: { bundle: Bundle }) {
  const { status, selected } = useSession();
  const [params] = useSearchParams();
  switch (status) {
    case 'guest':
    case 'failed':
      return <SignInToBuy />;
    case 'signed-in':
      return selected ? (
        <BuyFlow
          key={selected.subscription_id}
          as={params.has('add-on') ? 'addOn' : 'bundle'}
          bundle={bundle}
          chosen={{ id: bundle.id }}
          line={selected}
        />
      ) : null;
    case 'starting':
      return <Loading lines={1} height={50} />;
    default:
      return null;
  }
}

function OnSale({ id }: { id: string }) {
  const { t } = useTranslation('bundles');
  const { bundle, gone, error, isPending, refetch } = useBundle(id);
  const all = usePath('bundles') ?? '';
  if (gone) {
    return <NotOnSale />;
  }
  return (
    <div className={`container ${classes.page}`}>
      <Link to={all}>{t('gone.all')}</Link>
      {isPending && <Loading lines={3} height={160} />}
      {!bundle && error && <PageHeading takesFocus title={t('title')} />}
      <ErrorNotice error={error} onRetry={() => refetch()} />
      {bundle && (
        <Stack gap={24}>
          <PageHeading takesFocus title={bundle.name} lead={bundle.description} />
          <div className="card stack">
            <Marks bundle={bundle} />
            <Gives bundle={bundle} />
            <Prices bundle={bundle} />
            <Terms bundle={bundle} />
          </div>
          {bundle.left !== 0 && <Get bundle={bundle} />}
        </Stack>
      )}
    </div>
  );
}

/** The bundle in the address, with its button to buy. */
export function BundlePage() {
  const id = zBundleId.safeParse(useParams().bundleId).data;
  return id ? <OnSale id={id} /> : <NotOnSale />;
}
