import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/copy-button';
import { Msisdn } from '@/components/ltr';
import classes from './active-line.module.css';
import { saveContact } from './vcard';

/** The number of the line, large, to copy and to keep among the contacts. */
export function NumberHero({ msisdn }: { msisdn: string }) {
  const { t } = useTranslation('active-line');
  return (
    <section className={classes.hero} aria-labelledby="active-number">
      <h2 id="active-number" className={classes.label}>
        {t('number.title')}
      </h2>
      <Msisdn value={msisdn} className={classes.number} />
      <div className={classes.actions}>
        <CopyButton text={msisdn} label={t('number.copy')} />
        <Button
          variant="default"
          size="compact-sm"
          px="sm"
          onClick={() => saveContact(t('number.contact'), msisdn)}
        >
          {t('number.save')}
        </Button>
      </div>
    </section>
  );
}
