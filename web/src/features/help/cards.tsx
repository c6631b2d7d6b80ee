import BookOpen from 'lucide-react/icons/book-open';
import Smartphone from 'lucide-react/icons/smartphone';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSite } from '@/lib/site/site';
import { useLanguage } from '@/lib/text/use-language';
import classes from './help.module.css';

/** The links of the help hub, by route. A new link needs a line here and texts under `cards` of help.json. */
const cards = [
  { route: 'faq', icon: BookOpen },
  { route: 'activate-internet-settings', icon: Smartphone },
] as const;

/** The links that this site has. */
export function Cards() {
  const { t } = useTranslation('help');
  const language = useLanguage();
  const routes = useSite()?.routes ?? [];
  return (
    <section>
      <h2>{t('ways')}</h2>
      <ul className={classes.cards}>
        {cards.map(({ route, icon: Icon }) => {
          const found = routes.find(({ key }) => key === route);
          return (
            found && (
              <li key={route} className={`card ${classes.card}`}>
                <Icon size={24} aria-hidden />
                <Link to={`/${language}/${found.rewrite_url}`} className={classes.way}>
                  {t(`cards.${route}.title`)}
                </Link>
                <p>{t(`cards.${route}.text`)}</p>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
