import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PortOut } from '@/api/gen-lines';
import { Notice } from '@/components/notice';
import { spacedMobile } from '@/lib/text/digits';
import { dayAndTime } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './port-out.module.css';
import { isLeaving, useLeaving } from './use-port-outs';

function LeavingNotice({ leaving }: { leaving: PortOut }) {
  const { t } = useTranslation('port-out');
  const language = useLanguage();
  const moving = leaving.status === 'moving';
  const facts = {
    number: `\u2066${spacedMobile(leaving.msisdn)}\u2069`,
    operator: leaving.operator,
    when: dayAndTime(leaving.cut_over_at, language),
  };
  return (
    <Notice
      tone="warning"
      title={t(moving ? 'notice.moving' : 'notice.agreed', facts)}
      action={<Link to={`/${language}/leaving/${leaving.reference}`}>{t('notice.open')}</Link>}
    >
      {t(moving ? 'notice.movingText' : 'notice.text')}
    </Notice>
  );
}

/**
 * Shows the account's numbers that are about to move to another operator, above each page of the account. If
 * the call fails, the page has no notice.
 */
export function LeavingNotices() {
  const { ready } = useTranslation('port-out');
  const { data } = useLeaving();
  const leaving = data?.items.filter(isLeaving) ?? [];
  const needed = leaving.length > 0;
  if (!needed || !ready) {
    return null;
  }
  return (
    <div className={`stack ${classes.notices}`}>
      {leaving.map((each) => (
        <LeavingNotice key={each.reference} leaving={each} />
      ))}
    </div>
  );
}
