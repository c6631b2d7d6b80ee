import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Loading } from '@/components/loading';
import { Notice } from '@/components/notice';
import { timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { OrderReference } from '../components/order-reference';
import { isPort } from '../model/kind';
import classes from './esim-profile.module.css';
import { InstallCode } from './install-code';
import { InstallGuide, likelyPhone } from './install-guide';
import { Reissue } from './reissue';
import { SendCode } from './send-code';

export type Profile = NonNullable<Order['profile']>;

/** Shown before there is a profile: the present step, and its deadline. */
function BeingMade({ promisedBy }: { promisedBy: string | undefined }) {
  const { t } = useTranslation('esim');
  const language = useLanguage();
  return (
    <section className="card stack" aria-labelledby="esim-making" aria-live="polite">
      <h2 id="esim-making">{t('making.title')}</h2>
      <p style={{ margin: 0 }}>{t('making.text')}</p>
      {promisedBy && (
        <p style={{ margin: 0 }}>{t('making.promise', { time: timeOfDay(promisedBy, language) })}</p>
      )}
      <Loading lines={1} height={180} />
    </section>
  );
}

/** The code is ready: the ways to install it, and help if it does not work. */
function ToInstall({ order, profile }: { order: Order; profile: Profile }) {
  const { t } = useTranslation('esim');
  const [phone, setPhone] = useState(() => likelyPhone(order.device));
  return (
    <section className="card stack" aria-labelledby="esim-install">
      <h2 id="esim-install">{t('install.title')}</h2>
      {isPort(order) && <Notice>{t('install.port')}</Notice>}
      <InstallCode profile={profile} device={order.device} />
      <InstallGuide phone={phone} onChange={setPhone} />
      {!order.opened && (
        <>
          <SendCode order={order} />
          <div className={classes.trouble}>
            <h3>{t('failed.heading')}</h3>
            <Reissue order={order} profile={profile} />
          </div>
        </>
      )}
    </section>
  );
}

/** The error that the phone reported: its meaning and its solution; the last solution is support. */
function NotInstalled({ order, profile }: { order: Order; profile: Profile }) {
  const { t } = useTranslation('esim');
  return (
    <Notice
      tone="negative"
      title={profile.error?.message}
      action={!order.opened && <Reissue order={order} profile={profile} />}
    >
      {profile.reissuesLeft > 0 && (
        <>
          <p style={{ margin: 0 }}>{t('failed.contact')}</p>
          <OrderReference number={order.orderNumber} />
        </>
      )}
    </Notice>
  );
}

/** While the number is still in transfer, an installed eSIM is no success yet. */
function Installed({ order }: { order: Order }) {
  const { t } = useTranslation('esim');
  if (isPort(order) && order.port?.status !== 'completed') {
    return <Notice title={t('installed.portTitle')}>{t('installed.port')}</Notice>;
  }
  return (
    <Notice tone="positive" title={t('installed.title')}>
      {t('installed.text')}
    </Notice>
  );
}

/** The eSIM of an order, from its creation to its installation. */
export default function EsimProfile({ order }: { order: Order }) {
  const { t } = useTranslation('esim');
  const { profile } = order;
  switch (profile?.state) {
    case 'released':
      return <ToInstall order={order} profile={profile} />;
    case 'downloaded':
      return (
        <Notice
          title={t('downloaded.title')}
          action={!order.opened && <Reissue order={order} profile={profile} />}
        >
          {t('downloaded.text')}
        </Notice>
      );
    case 'installed':
      return <Installed order={order} />;
    case 'error':
      return <NotInstalled order={order} profile={profile} />;
    default: // while the order is held nothing is being made
      return order.stage === 'held' ? null : <BeingMade promisedBy={profile?.promisedBy} />;
  }
}
