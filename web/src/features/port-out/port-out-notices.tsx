import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PortOut } from '@/api/gen-lines';
import { Notice } from '@/components/notice';
import { spacedMobile } from '@/lib/text/digits';
import { dayAndTime } from '@/lib/text/format';
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

/**
 * Shows the account's numbers that are about to move to another operator, above each page of the account. If
 * the call fails, the page has no notice.
 */
export function PortOutNotices() {
  const { ready } = useTranslation('port-out');
  const { data } = usePortOuts();
  const portOuts = data?.items.filter(isUnderWay) ?? [];
  const needed = portOuts.length > 0;
  if (!needed || !ready) {
    return null;
  }
  return (
    <div className={`stack ${classes.notices}`}>
      {portOuts.map((each) => (
        <PortOutNotice key={each.reference} portOut={each} />
      ))}
    </div>
  );
}
