import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { listFeaturedFaqOptions } from '@/api/gen-content/@tanstack/react-query.gen';
import { Ltr } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { SearchForm } from '@/components/search-form';
import { optionalPart } from '@/lib/http/optional-part';
import { previewToken } from '@/lib/site/preview';
import { useSite } from '@/lib/site/site';
import { usePath } from '@/lib/site/use-path';
import { useLanguage } from '@/lib/text/use-language';
import { Cards } from './cards';
import classes from './help.module.css';

/** The values that an address may bring: patterns that leave no space for a text in a stranger's link. */
const orderNumber = /^[A-Z0-9-]{4,20}$/i;
const traceId = /^[A-Z0-9-]{4,64}$/i;

function useBrought(name: string, form: RegExp): string | undefined {
  const value = useSearchParams()[0].get(name);
  return value && form.test(value) ? value : undefined;
}

/** Loaded only for visitors with a value to copy. */
const CopyButton = optionalPart(async () => ({
  default: (await import('@/components/copy-button')).CopyButton,
}));

/** A value to tell support, with a button to copy it. */
function ToName({ about, value }: { about: 'order' | 'error'; value: string | undefined }) {
  const { t } = useTranslation('help');
  return (
    value && (
      <section className="card stack">
        <h2>{t(about)}</h2>
        <p>{t(`${about}Text`)}</p>
        <p className={classes.reference}>
          <Ltr>{value}</Ltr>
          <Suspense>
            <CopyButton text={value} label={t(about === 'order' ? 'copyOrder' : 'copyError')} />
          </Suspense>
        </p>
      </section>
    )
  );
}

/** The phone number, the hours and the e-mail address that the operator has set. */
function Contact() {
  const { t } = useTranslation('help');
  const site = useSite();
  const phone = site?.settings.supportPhone;
  const email = site?.translation['help:email'];
  return (
    <section className="card stack tight start">
      {phone ? (
        <a href={`tel:${phone}`} className={classes.phone}>
          {t('call')} <Ltr>{phone}</Ltr>
        </a>
      ) : (
        <p>{t('noNumber')}</p>
      )}
      {site?.translation['help:hours'] && <p>{site.translation['help:hours']}</p>}
      {email && (
        <a href={`mailto:${email}`}>
          <Ltr>{email}</Ltr>
        </a>
      )}
    </section>
  );
}

const asked = [
  'find-order',
  'stores',
  'support-chat',
  'support-inquiry',
  'complaint',
  'sim-activation',
  'replace-sim',
  'resetpassword',
  'terms',
  'reseller',
] as const;

/** Pages that answer frequent questions, as far as this site has them. */
function Answers() {
  const { t } = useTranslation('help');
  const language = useLanguage();
  const routes = useSite()?.routes ?? [];
  return (
    <section>
      <h2>{t('answers')}</h2>
      <ul className={`stack tight ${classes.answers}`}>
        {asked.map((key) => {
          const route = routes.find((candidate) => candidate.key === key);
          return (
            route && (
              <li key={key}>
                <Link to={`/${language}/${route.rewrite_url}`}>{t(key)}</Link>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

/** Frequent questions. They load later and stand below everything else: the page is complete without them. */
function Featured() {
  const { t } = useTranslation('help');
  const language = useLanguage();
  const preview = previewToken();
  const { data } = useQuery(
    listFeaturedFaqOptions({ query: { language, availability: 'web', ...(preview && { preview }) } }),
  );
  const asked = data?.data.filter(({ url }) => url) ?? [];
  return (
    asked.length > 0 && (
      <section>
        <h2>{t('featured')}</h2>
        <ul className={`stack tight ${classes.answers}`}>
          {asked.map(({ id, title, url }) => (
            <li key={id}>
              <Link to={url}>{title}</Link>
            </li>
          ))}
        </ul>
      </section>
    )
  );
}

/**
 * The target of each "contact support" link: the ways to contact support, the values to tell support, and
 * pages with answers.
 */
export function HelpPage() {
  const { t } = useTranslation('help');
  const search = usePath('search');
  return (
    <div className={`container stack ${classes.page}`}>
      <PageHeading title={t('title')} lead={t('lead')} />
      {search && <SearchForm page={search} />}
      <Contact />
      <ToName about="order" value={useBrought('order', orderNumber)} />
      <ToName about="error" value={useBrought('error', traceId)} />
      <Cards />
      <Answers />
      <Featured />
    </div>
  );
}
