import { useTranslation } from 'react-i18next';
import { LineHeading } from '@/components/line/line-heading';
import { Notice } from '@/components/notice';
import { useSession } from '@/lib/session';
import { SpendControl } from './spend-control';
import { Wizard } from './wizard';

/** The credit limit of a line, and the spending caps of the account's lines. */
export function CreditLimitPage() {
  const { t } = useTranslation('credit-limit');
  const { selected } = useSession();
  const prepaid = selected?.properties?.subscription_type === 'prepaid';
  return (
    <>
      <LineHeading title={t('title')} lead={t('lead')} />
      {prepaid ? <Notice>{t('prepaid')}</Notice> : <Wizard key={selected?.subscription_id} />}
      {selected?.user.is_main && <SpendControl />}
    </>
  );
}
