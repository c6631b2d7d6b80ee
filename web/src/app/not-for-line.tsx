import { useTranslation } from 'react-i18next';
import type { Subscriber } from '@/api/gen-session';
import { DeadEnd } from '@/components/dead-end';
import { PrimaryButton, SecondaryLink } from '@/components/primary-action';
import { selectAccount, useSession } from '@/lib/session';
import { kindWithPermission } from '@/lib/session/access';
import { isolatedNumber, nameOfLine } from '@/lib/session/line-name';
import { useLanguage } from '@/lib/text/use-language';
import { usePageRoute } from './frame/use-page-route';

const kindOf = (line: Subscriber | undefined) => line?.properties?.subscription_type;

/** Returns why the chosen line may not open the page, and another line of the account that may. */
function useReason(): { lead: string; other: Subscriber | undefined } {
  const { t } = useTranslation('closed-pages');
  const { selected, subscribers } = useSession();
  const needed = kindWithPermission(usePageRoute()?.permission);
  if (selected && needed && kindOf(selected) !== needed) {
    return {
      lead: t(`notForLine.${needed}`, { line: nameOfLine(selected) }),
      other: subscribers.find((line) => kindOf(line) === needed),
    };
  }
  const main = subscribers.find(({ user }) => user.is_main);
  if (selected && main && !selected.user.is_main) {
    const owner = isolatedNumber(main.mobile_number);
    return { lead: t('notForLine.ask', { line: nameOfLine(selected), owner }), other: main };
  }
  return { lead: t('notForLine.kind'), other: undefined };
}

/** Explains why the line may not open the page, and offers a line of the account that may, and other pages. */
export default function NotForLine() {
  const { t } = useTranslation('closed-pages');
  const language = useLanguage();
  const { lead, other } = useReason();
  return (
    <DeadEnd scene="closed" title={t('notForLine.title')} lead={lead}>
      {other && (
        <PrimaryButton onClick={() => void selectAccount(other.subscription_id)}>
          {other.user.is_main ? t('notForLine.useMain') : t('notForLine.use', { line: nameOfLine(other) })}
        </PrimaryButton>
      )}
      <SecondaryLink to={`/${language}/dashboard`}>{t('notForLine.dashboard')}</SecondaryLink>
    </DeadEnd>
  );
}
