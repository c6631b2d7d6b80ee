import { useTranslation } from 'react-i18next';
import type { ProposalPromo, ProposalShown, ProposalValue, SettingShown } from '@/api/gen-support';
import { Ltr } from '@/components/ltr';
import { Stack } from '@/components/ui/layout';
import { dayAndTime, riyals } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './proposals.module.css';

function Promo({ terms }: { terms: ProposalPromo }) {
  const { t } = useTranslation('proposals');
  const language = useLanguage();
  const all = t('promo.all');
  return (
    <ul className="stack tight">
      <li>
        {terms.percent !== undefined
          ? t('promo.gives.percent', { percent: terms.percent })
          : t('promo.gives.amount', { amount: riyals(terms.amount ?? 0) })}
      </li>
      <li>{t('promo.from', { at: dayAndTime(terms.startsAt, language) })}</li>
      {terms.endsAt && <li>{t('promo.until', { at: dayAndTime(terms.endsAt, language) })}</li>}
      <li>
        {t('promo.for', {
          kinds: terms.kinds?.map((kind) => t(`promo.kind.${kind}`)).join(t('promo.and')) ?? all,
        })}
      </li>
      {terms.plans && (
        <li>
          {t('promo.plans')} <Ltr>{terms.plans.join(', ')}</Ltr>
        </li>
      )}
      {terms.maxUses !== undefined && <li>{t('promo.uses', { most: terms.maxUses })}</li>}
      {terms.maxUsesPerId !== undefined && <li>{t('promo.usesPerId', { most: terms.maxUsesPerId })}</li>}
    </ul>
  );
}

/** The text of a message, in the direction of its own language. */
function Shown({ shown }: { shown: readonly ProposalShown[] }) {
  const { t } = useTranslation('proposals');
  return shown.map(({ language, subject, text }) => (
    <figure
      key={language}
      className={classes.shown}
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      aria-label={t(`language.${language}`)}
    >
      <figcaption className={classes.label}>{subject}</figcaption>
      <p>{text}</p>
    </figure>
  ));
}

/** A value of any kind; an empty value means that there is no promo code. */
function Value({ value }: { value: ProposalValue }) {
  const { t } = useTranslation('proposals');
  if (value.setting !== undefined) {
    return <Ltr>{value.setting}</Ltr>;
  }
  if (value.promoCode) {
    return <Promo terms={value.promoCode} />;
  }
  if (value.message) {
    const { en, ar } = value.message;
    return (
      <Shown
        shown={[
          { language: 'en', ...en },
          { language: 'ar', ...ar },
        ]}
      />
    );
  }
  return <>{t('promo.none')}</>;
}

interface Sides {
  before: ProposalValue;
  value: ProposalValue;
  setting?: SettingShown;
}

/** The value without and with the change; for a setting in a row, with its unit. */
export function BeforeAfter({ of, shown = [] }: { of: Sides; shown?: readonly ProposalShown[] }) {
  const { t } = useTranslation('proposals');
  const arrow = useLanguage() === 'ar' ? '←' : '→';
  if (of.setting) {
    const { name, before, after } = of.setting;
    return (
      <p className={classes.fromTo}>
        <bdi>{name}</bdi>: {`\u2068${before}\u2069 ${arrow} \u2068${after}\u2069`}
      </p>
    );
  }
  return (
    <Stack gap="0.75rem 1.5rem" className={classes.sides}>
      <section>
        <h3 className={classes.label}>{t('before')}</h3>
        <Value value={of.before} />
      </section>
      <section>
        <h3 className={classes.label}>{t('after')}</h3>
        <Value value={of.value} />
      </section>
      {shown.length > 0 && (
        <section>
          <h3 className={classes.label}>{t('example')}</h3>
          <Shown shown={shown} />
        </section>
      )}
    </Stack>
  );
}
