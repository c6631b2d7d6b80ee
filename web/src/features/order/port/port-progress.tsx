import { useTranslation } from 'react-i18next';
import type { Order } from '@/api/gen';
import { Msisdn } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { dayAndTime, weekday } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { ChooseWindow } from './choose-window';
import { CorrectPort } from './correct-port';
import { earliest } from './window-field';

export type Port = NonNullable<Order['port']>;

/** The expected end of the present state. */
function Expected({ port }: { port: Port }) {
  const { expectedAt, cutOverAt, status, window, operatorName } = port;
  const { t } = useTranslation('port');
  const language = useLanguage();
  if (status === 'scheduled' && cutOverAt) {
    return <p className="dimmed">{t('switchAt', { time: dayAndTime(cutOverAt, language) })}</p>;
  }
  if (status === 'approved' && window !== earliest) {
    return <p className="dimmed">{t('wish', { day: weekday(window, language) })}</p>;
  }
  if (!expectedAt || status === 'completed') {
    return null;
  }
  const words = { time: dayAndTime(expectedAt, language), operator: operatorName };
  if (status === 'submitted') {
    return <p className="dimmed">{t(port.escalated ? 'answer.again' : 'answer.until', words)}</p>;
  }
  return <p className="dimmed">{t(status === 'rejected' ? 'rejected.until' : 'expected', words)}</p>;
}

/** Remarks next to the milestones: no answer, a failed switch, and that the old SIM still works. */
function Remarks({ port }: { port: Port }) {
  const { t } = useTranslation('port');
  return (
    <>
      {port.escalated && port.status === 'submitted' && (
        <Notice tone="warning">{t('escalated', { operator: port.operatorName })}</Notice>
      )}
      {port.status === 'rolled-back' && <Notice tone="warning">{t('postponed')}</Notice>}
      <Expected port={port} />
      {port.status !== 'completed' && port.status !== 'rejected' && (
        <p className="dimmed">{t('keepOldSim')}</p>
      )}
    </>
  );
}

/** A number in transfer from another operator: its expected time, and the customer's options. */
export default function PortProgress({ order }: { order: Order }) {
  const { t } = useTranslation('port');
  const { port } = order;
  if (!port || port.status === 'draft') {
    return null;
  }
  if (port.status === 'withdrawn' || port.status === 'failed') {
    const reason = port.status === 'failed' ? port.rejection?.message : undefined;
    return <Notice title={reason}>{t(`over.${port.status}`)}</Notice>;
  }
  return (
    <section className="card stack" aria-labelledby="port">
      <div>
        <h2 id="port">
          {t('title')} <Msisdn value={port.msisdn} />
        </h2>
        <p className="dimmed">{t('from', { operator: port.operatorName })}</p>
      </div>
      <div aria-live="polite">{port.status === 'rejected' && <CorrectPort order={order} port={port} />}</div>
      <Remarks port={port} />
      {port.windowOpen && <ChooseWindow order={order} port={port} />}
    </section>
  );
}
