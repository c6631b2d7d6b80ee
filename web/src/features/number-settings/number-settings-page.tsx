import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NumberSettings } from '@/api/gen-lines';
import { ErrorNotice } from '@/components/error-notice';
import { useNumberSettings } from '@/components/line/number-settings';
import { SettingOutcome } from '@/components/line/setting-outcome';
import { Loading } from '@/components/loading';
import { Msisdn } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { usePath } from '@/lib/site/use-path';
import { locales } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { CountriesDialog } from './countries-dialog';
import { DeactivationDialog } from './deactivation-dialog';
import { LanguageDialog } from './language-dialog';
import classes from './number-settings.module.css';
import { NumbersDialog } from './numbers-dialog';
import { PromotionsDialog } from './promotions-dialog';
import { ServicesDialog } from './services-dialog';
import { SimInformationDialog } from './sim-information-dialog';
import { useLanguageName } from './use-language-name';

const dialogs = {
  language: LanguageDialog,
  service: ServicesDialog,
  numbers: NumbersDialog,
  countries: CountriesDialog,
  promotions: PromotionsDialog,
};

function Row({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <li className={`card ${classes.row}`}>
      <div>
        <h2>{title}</h2>
        <p className="dimmed">{text}</p>
      </div>
      {children}
    </li>
  );
}

/** Returns a summary of each setting. */
function useSummary({ language, services, promotions, numbers, countries }: NumberSettings) {
  const { t } = useTranslation('number-settings');
  const on = services.filter(({ active }) => active).map(({ key }) => t(`services.${key}.title`));
  const shown = useLanguage();
  const nameOf = useLanguageName();
  return {
    language: nameOf(language.language_id),
    service: on.length > 0 ? new Intl.ListFormat(locales[shown]).format(on) : t('service.none'),
    numbers: t('blocked', { blocked: numbers.blocked, most: numbers.most }),
    countries: t('blocked', { blocked: countries.blocked, most: countries.most }),
    promotions: t(
      promotions.allow
        ? 'promotions.allowed'
        : promotions.except.product.length > 0
          ? 'promotions.excepted'
          : 'promotions.blocked',
    ),
  };
}

const pages = { 'sim-information': SimInformationDialog, deactivateNumber: DeactivationDialog };
type Page = keyof typeof pages;

/** A dialog about the number, if the site has its page. */
function PageRow({ page, msisdn }: { page: Page; msisdn: string }) {
  const { t } = useTranslation('number-settings');
  const [open, setOpen] = useState(false);
  const path = usePath(page);
  const Dialog = pages[page];
  return (
    path && (
      <>
        <Row title={t(`pages.${page}.title`)} text={t(`pages.${page}.text`)}>
          <Button
            variant="default"
            aria-label={t('goToPage', { page: t(`pages.${page}.title`) })}
            onClick={() => setOpen(true)}
          >
            {t('goTo')}
          </Button>
        </Row>
        {open && <Dialog msisdn={msisdn} path={path} onClose={() => setOpen(false)} />}
      </>
    )
  );
}

function Settings({ settings }: { settings: NumberSettings }) {
  const { t } = useTranslation('number-settings');
  const [open, setOpen] = useState<keyof typeof dialogs>();
  // A change that had ended before is no news.
  const [before] = useState(settings.change?.stage === 'done' ? settings.change.id : undefined);
  const summary = useSummary(settings);
  const kinds = (Object.keys(dialogs) as (keyof typeof dialogs)[]).filter(
    (kind) => settings.blocks || kind === 'language' || kind === 'service',
  );
  const Dialog = open && dialogs[open];
  return (
    <div className="stack">
      {!open && <SettingOutcome settings={settings} before={before} />}
      <ul className="plain-list">
        {kinds.map((kind) => (
          <Row key={kind} title={t(`${kind}.title`)} text={summary[kind]}>
            <Button variant="default" aria-label={t(`${kind}.open`)} onClick={() => setOpen(kind)}>
              {t('open')}
            </Button>
          </Row>
        ))}
        {(Object.keys(pages) as Page[]).map((page) => (
          <PageRow key={page} page={page} msisdn={settings.msisdn} />
        ))}
      </ul>
      {!settings.blocks && <p className="dimmed">{t('dataLine')}</p>}
      {Dialog && <Dialog settings={settings} before={before} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

/** The network settings of the chosen line: its language, its services, its blocked callers. */
export function NumberSettingsPage() {
  const { t } = useTranslation('number-settings');
  const { data, error, refetch } = useNumberSettings();
  return (
    <>
      <PageHeading
        takesFocus
        title={t('title')}
        lead={
          <>
            {t('lead')} {data && <Msisdn value={data.data.msisdn} />}
          </>
        }
      />
      {data ? (
        <Settings key={data.data.subscription_id} settings={data.data} />
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => refetch()} />
      ) : (
        <Loading lines={5} height={96} />
      )}
    </>
  );
}
