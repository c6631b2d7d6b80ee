import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '@/components/error-notice';
import { Loading } from '@/components/loading';
import { IncidentBanner } from '@/components/ui/incident-banner';
import { detailTextsIn } from '@/i18n/other-language';
import { directionOf, type Language } from '@/lib/text/language';
import { momentOf } from '../riyadh-time';
import classes from './incidents.module.css';
import type { Typed } from './typed';

interface Props {
  language: Language;
  text: string;
  until: string;
}

function BannerIn({ language, text, until }: Props) {
  const { t } = useTranslation('incidents');
  const { data, error } = useQuery({
    queryKey: ['words of customers', language],
    queryFn: () => detailTextsIn(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <figure
      className={classes.banner}
      lang={language}
      dir={directionOf(language)}
      aria-label={t(`language.${language}`)}
    >
      <ErrorNotice error={error} />
      {data && <IncidentBanner texts={[text]} until={momentOf(until)} language={language} say={data} />}
      {!data && !error && <Loading lines={1} height={96} />}
    </figure>
  );
}

/** A preview for the affected customers, in both languages. */
export function BannerPreview({ typed: { textEn, textAr, until } }: { typed: Typed }) {
  const { t } = useTranslation('incidents');
  return (
    <section className={`stack near ${classes.preview}`} aria-label={t('preview.title')}>
      <h3 className={classes.label}>{t('preview.title')}</h3>
      <BannerIn language="en" text={textEn.trim()} until={until} />
      <BannerIn language="ar" text={textAr.trim()} until={until} />
    </section>
  );
}
