import { useTranslation } from 'react-i18next';
import { Ltr } from '@/components/ltr';
import { Notice } from '@/components/notice';
import { PageHeading } from '@/components/page-heading';
import { SecondaryLink } from '@/components/primary-action';
import { useSite } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import classes from './tickets.module.css';

/** Returns the provider's address in the language of this page. */
function inLanguage(address: string, language: string): string {
  const url = new URL(address);
  url.searchParams.set('lang', language);
  return url.href;
}

/** Shown without a chat: the hours and the ways to contact support, if the operator has set them. */
function NoChat() {
  const { t } = useTranslation('tickets');
  const site = useSite();
  const complaint = usePath('complaint');
  const phone = site?.settings.supportPhone;
  return (
    <>
      <Notice title={t('chat.none')}>
        {phone && (
          <p>
            <a href={`tel:${phone}`}>
              {t('chat.call')} <Ltr>{phone}</Ltr>
            </a>
          </p>
        )}
        {site?.translation['help:hours'] && <p>{site.translation['help:hours']}</p>}
      </Notice>
      {complaint && <SecondaryLink to={complaint}>{t('chat.write')}</SecondaryLink>}
    </>
  );
}

/** The online chat of the operator's provider. */
export function ChatPage() {
  const { t } = useTranslation('tickets');
  const language = useLanguage();
  const address = useSite()?.settings.chatUrl;
  return (
    <div className={`container stack ${classes.page}`}>
      <PageHeading title={t('chat.title')} lead={address ? t('chat.lead') : undefined} />
      {address ? (
        <iframe
          className={classes.chat}
          title={t('chat.frame')}
          src={inLanguage(address, language)}
          sandbox="allow-forms allow-popups allow-same-origin allow-scripts"
          referrerPolicy="origin"
        />
      ) : (
        <NoChat />
      )}
    </div>
  );
}
