import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type CodeSent, requestVasCode, type VasService } from '@/api/gen-vas';
import { ErrorNotice } from '@/components/error-notice';
import { LineHeading } from '@/components/line/line-heading';
import { Tabs } from '@/components/ui/tabs';
import { useAttempt } from '@/lib/form/use-attempt';
import { useSession } from '@/lib/session';
import { useServiceCall } from './call';
import { Mine } from './mine';
import { Shelf } from './shelf';
import { Subscribe } from './subscribe';
import classes from './vas.module.css';

/** The pages of services by their names in the main menu of the specification (section 2). */
type Slug = 'entertainment' | 'special_services';

const tabs = ['shelf', 'mine'] as const;

/**
 * The services on sale, then the code, then the page of the purchase. A refusal is shown next to the
 * services.
 */
function Buy({ slug }: { slug: Slug }) {
  const { headers } = useServiceCall();
  const [chosen, setChosen] = useState<VasService>();
  const [sent, setSent] = useState<CodeSent>();
  const send = async ({ id }: VasService) => {
    const { data } = await requestVasCode({ headers, body: { id }, throwOnError: true });
    return data.data;
  };
  const ask = useAttempt(async (service: VasService) => {
    setChosen(service);
    setSent(await send(service));
  });
  if (chosen && sent) {
    return (
      <Subscribe
        service={chosen}
        sent={sent}
        onResend={() => send(chosen)}
        onCancel={() => setSent(undefined)}
      />
    );
  }
  return (
    <div className="stack">
      <ErrorNotice error={ask.error} />
      <Shelf slug={slug} busy={ask.busy ? chosen?.id : undefined} onChoose={(one) => void ask.attempt(one)} />
    </div>
  );
}

/**
 * Value-added services of a page: those on sale, and those of the line. The address contains the open tab.
 */
function VasPage({ slug }: { slug: Slug }) {
  const { t } = useTranslation('vas');
  const { selected } = useSession();
  const [params, setParams] = useSearchParams();
  const current = params.get('tab') === 'mine' ? 'mine' : 'shelf';
  return (
    <>
      <LineHeading title={t(`title.${slug}`)} lead={t('lead')} />
      <Tabs
        label={t('tabs.label')}
        tabs={tabs.map((name) => ({ name, title: t(`tabs.${name}`) }))}
        current={current}
        onChange={(tab) => setParams(tab === 'mine' ? { tab } : {}, { replace: true })}
      >
        <div className={classes.panel} key={selected?.subscription_id}>
          {current === 'mine' ? <Mine /> : <Buy slug={slug} />}
        </div>
      </Tabs>
    </>
  );
}

export const SpecialServicesPage = () => <VasPage slug="special_services" />;
export const EntertainmentPage = () => <VasPage slug="entertainment" />;
