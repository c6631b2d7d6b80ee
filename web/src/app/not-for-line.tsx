import Lock from 'lucide-react/icons/lock';
import { useTranslation } from 'react-i18next';
import { DeadEnd } from '@/components/dead-end';
import { PrimaryButton, SecondaryLink } from '@/components/primary-action';
import { selectAccount, useSession } from '@/lib/session';
import { isolatedNumber, nameOfLine } from '@/lib/session/line-name';
import { useLanguage } from '@/lib/text/use-language';

/**
 * Explains that the line may not open the page, names the person who can change this, and offers other pages.
 */
export function NotForLine() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { selected, subscribers } = useSession();
  const main = subscribers.find(({ user }) => user.is_main);
  const restricted = selected !== undefined && main !== undefined && !selected.user.is_main;
  const lead = restricted
    ? t('notForLine.ask', { line: nameOfLine(selected), owner: isolatedNumber(main.mobile_number) })
    : t('notForLine.kind');
  return (
    <DeadEnd icon={Lock} title={t('notForLine.title')} lead={lead}>
      {restricted && (
        <PrimaryButton onClick={() => void selectAccount('main')}>{t('notForLine.useMain')}</PrimaryButton>
      )}
      <SecondaryLink to={`/${language}/dashboard`}>{t('notForLine.dashboard')}</SecondaryLink>
    </DeadEnd>
  );
}
