import CircleIcon from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Order } from '@/api/gen';
import { CopyButton } from '@/components/copy-button';
import { Disclosure } from '@/components/disclosure';
import { Ltr } from '@/components/ltr';
import { inTab } from '@/lib/browser-parts';
import { useSession } from '@/lib/session';
import { useSite } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';
import classes from './active-line.module.css';

/** The ticks stay in the tab: they say nothing to the operator. */
const keyOf = (orderId: string) => `first-steps:${orderId}`;

function useTicks(orderId: string) {
  const [ticked, setTicked] = useState(() => inTab.read(keyOf(orderId))?.split(' ') ?? []);
  const toggle = (step: string) => {
    const next = ticked.includes(step) ? ticked.filter((other) => other !== step) : [...ticked, step];
    setTicked(next);
    inTab.write(keyOf(orderId), next.join(' '));
  };
  return { ticked, toggle };
}

interface StepProps {
  title: string;
  done: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Step({ title, done, onToggle, children }: StepProps) {
  const Icon = done ? CircleCheck : CircleIcon;
  return (
    <li>
      <button type="button" className={classes.tick} aria-pressed={done} onClick={onToggle}>
        <Icon aria-hidden />
        {title}
      </button>
      {!done && <div className={classes.step}>{children}</div>}
    </li>
  );
}

const isAndroid = () => /Android/i.test(navigator.userAgent);

/** The name of the access point, and the way to it on both kinds of phones; that of this phone is open. */
function AccessPoint() {
  const { t } = useTranslation('active-line');
  const apn = useSite()?.settings.apn;
  if (!apn) {
    return null;
  }
  return (
    <Disclosure title={t('internet.trouble')}>
      <p className={classes.apn}>
        {t('internet.apn')} <Ltr className={classes.value}>{apn}</Ltr> <CopyButton text={apn} />
      </p>
      {(['iphone', 'android'] as const).map((phone) => (
        <Disclosure
          key={phone}
          title={t(`internet.${phone}.title`)}
          open={isAndroid() === (phone === 'android')}
        >
          <ol className={classes.way}>
            {(['open', 'find', 'type', 'restart'] as const).map((step) => (
              <li key={step}>{t(`internet.${phone}.${step}`, { apn: `\u2066${apn}\u2069` })}</li>
            ))}
          </ol>
        </Disclosure>
      ))}
    </Disclosure>
  );
}

/** A short list to tick off: internet, the first recharge of a prepaid line, the dashboard. */
export function FirstSteps({ order }: { order: Order }) {
  const { t } = useTranslation('active-line');
  const language = useLanguage();
  const { status } = useSession();
  const { ticked, toggle } = useTicks(order.id);
  const step = (name: string) => ({ done: ticked.includes(name), onToggle: () => toggle(name) });
  return (
    <section className="card" aria-labelledby="first-steps">
      <h2 id="first-steps" className={classes.title}>
        {t('steps.title')}
      </h2>
      <ol className={classes.steps}>
        <Step title={t('internet.title')} {...step('internet')}>
          <p>{t('internet.text')}</p>
          <AccessPoint />
        </Step>
        {order.plan?.subscriptionType === 'prepaid' && !order.replacement && (
          <Step title={t('recharge.title')} {...step('recharge')}>
            <p>{t('recharge.text')}</p>
            <Link to={`/${language}/recharge`}>{t('recharge.open')}</Link>
          </Step>
        )}
        <Step title={t('home.title')} {...step('home')}>
          <p>{t(status === 'signed-in' ? 'home.text' : 'home.guestText')}</p>
          {status === 'signed-in' && <Link to={`/${language}/dashboard`}>{t('home.open')}</Link>}
        </Step>
      </ol>
    </section>
  );
}
