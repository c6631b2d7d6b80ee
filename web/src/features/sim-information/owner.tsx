import { useTranslation } from 'react-i18next';
import type { SimInfo } from '@/api/gen-lines';
import { Fact, FactRows } from '@/components/fact';
import { Ltr } from '@/components/ltr';
import { countryName } from '@/lib/text/country-names';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './sim-information.module.css';

/** The registered owner of the line, as in the owner's document. */
export function Owner({ owner }: { owner: NonNullable<SimInfo['owner']> }) {
  const { t } = useTranslation('sim-information');
  const language = useLanguage();
  const { nationality, birth_date, gender } = owner;
  const country =
    nationality === 'XX' ? t('owner.stateless') : nationality && countryName(nationality, language);
  return (
    <section className="stack" aria-labelledby="owner">
      <h2 id="owner" className={classes.title}>
        {t('owner.title')}
      </h2>
      <div className="card">
        <FactRows>
          <Fact label={t(`owner.${owner.document}`)}>
            <Ltr>{owner.number_masked}</Ltr>
          </Fact>
          {country && <Fact label={t('owner.nationality')}>{country}</Fact>}
          {birth_date && <Fact label={t('owner.birthDate')}>{day(birth_date, language)}</Fact>}
          {gender && <Fact label={t('owner.gender')}>{t(`owner.${gender}`)}</Fact>}
        </FactRows>
      </div>
    </section>
  );
}
