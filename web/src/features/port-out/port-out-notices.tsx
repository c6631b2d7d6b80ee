import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PortOut } from '@/api/gen-lines';
import { Notice } from '@/components/notice';
import { hasTexts } from '@/i18n';
import { spacedMobile } from '@/lib/text/digits';
import { day, dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './port-out.module.css';
import { isUnderWay, usePortOuts } from './use-port-outs';

function PortOutNotice({ portOut }: { portOut: PortOut }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  const moving = portOut.status === 'moving';
  const facts = {
    number: `\u2066${spacedMobile(portOut.msisdn)}\u2069`,
    operator: portOut.operator,
    when: dayAndTime(portOut.cut_over_at, language),
  };
  return (
    <Notice
      tone="warning"
      title={t(moving ? 'notice.moving' : 'notice.agreed', facts)}
      action={<Link to={`/${language}/leaving/${portOut.reference}`}>{t('notice.open')}</Link>}
    >
      {t(moving ? 'notice.movingText' : 'notice.text')}
    </Notice>
  );
}

function RefusedNotice({ refused }: { refused: PortOut }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  const facts = {
    number: `\u2066${spacedMobile(refused.msisdn)}\u2069`,
    operator: refused.operator,
    when: day(refused.asked_at, language),
  };
  return (
    <Notice
      title={t('notice.rejected', facts)}
      action={<Link to={`/${language}/leaving/${refused.reference}`}>{t('notice.open')}</Link>}
    >
      {refused.reason}
    </Notice>
  );
}

/** Returns the refused requests for numbers that stay. */
const refusedIn = (items: readonly PortOut[]): PortOut[] =>
  items.filter(
    ({ status, msisdn }) =>
      status === 'rejected' && !items.some((other) => other.msisdn === msisdn && isUnderWay(other)),
  );

interface Props {
  /** Shows refused requests, too: on the pages about the line itself. */
  refused?: boolean;
}

/**
 * Shows the account's numbers that are about to move to another operator, above each page of the account. If
 * the call fails, the page has no notice.
 */
export function PortOutNotices({ refused = false }: Props) {
  useTranslation('port-out'); // loads its texts
  const { data } = usePortOuts();
  const portOuts = data?.items.filter(isUnderWay) ?? [];
  const rejected = refused && data ? refusedIn(data.items) : [];
  const needed = portOuts.length + rejected.length > 0;
  if (!needed || !hasTexts('port-out')) {
    return null;
  }
  return (
    <div className={`stack ${classes.notices}`}>
      {portOuts.map((each) => (
        <PortOutNotice key={each.reference} portOut={each} />
      ))}
      {rejected.map((each) => (
        <RefusedNotice key={each.reference} refused={each} />
      ))}
    </div>
  );
}
