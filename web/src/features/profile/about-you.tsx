import { useTranslation } from 'react-i18next';
import { Fact } from '@/components/fact';
import { Msisdn } from '@/components/ltr';
import { Stack } from '@/components/ui/layout';
import { useSession } from '@/lib/session';
import { fullNameOf } from '@/lib/session/name-of-user';
import { useLanguage } from '@/lib/text/use-language';
import classes from './profile.module.css';
import { Section } from './section';

/** The signed-in customer and the chosen line. */
export function AboutYou() {
  const { t } = useTranslation('profile');
  const { user, selected } = useSession();
  const name = fullNameOf(user, useLanguage());
  const line = selected?.properties;
  return (
    <Section title={t('you.title')}>
      <Stack component="dl" className={classes.facts}>
        {name && <Fact label={t('you.name')}>{name}</Fact>}
        {selected?.nickname && <Fact label={t('you.nickname')}>{selected.nickname}</Fact>}
        {selected && (
          <Fact label={t(line?.data_sim ? 'you.dataSim' : 'you.mobile')}>
            <Msisdn value={selected.mobile_number} />
          </Fact>
        )}
        {line && <Fact label={t('you.type')}>{t(`you.${line.subscription_type}`)}</Fact>}
      </Stack>
    </Section>
  );
}
