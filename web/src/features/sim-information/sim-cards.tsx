import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LineSim, SimInfo } from '@/api/gen-lines';
import { CopyButton } from '@/components/copy-button';
import { Fact, FactRows } from '@/components/fact';
import { Ltr } from '@/components/ltr';
import { Group } from '@/components/ui/layout';
import { useSession } from '@/lib/session';
import { day } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import { PukDialog } from './puk-dialog';
import classes from './sim-information.module.css';

/** A card or an eSIM: its printed numbers and its purpose. */
function SimCard({ sim, onPuk }: { sim: LineSim; onPuk: () => void }) {
  const { t } = useTranslation('sim-information');
  const language = useLanguage();
  const name = sim.name || t(sim.is_primary ? 'primary' : 'further');
  return (
    <li className="card">
      <h3 className="heading">{name}</h3>
      <FactRows>
        <Fact label={t('fact.type')}>{t(`type.${sim.type}`)}</Fact>
        <Fact label={t('fact.state')}>{t(sim.is_primary ? 'state.primary' : `state.${sim.state}`)}</Fact>
        {sim.iccid && (
          <Fact label={t('fact.iccid')}>
            <Group component="span" gap="0.25rem 0.5rem" justify="flex-end">
              <Ltr>{sim.iccid}</Ltr>
              <CopyButton text={sim.iccid} />
            </Group>
          </Fact>
        )}
        <Fact label={t('fact.since')}>{day(sim.since, language)}</Fact>
      </FactRows>
      {sim.type === 'physical' && sim.state === 'active' && (
        <Button variant="default" mt="sm" aria-label={t('puk.of', { name })} onClick={onPuk}>
          {t('puk.open')}
        </Button>
      )}
    </li>
  );
}

/** The SIMs of the line. They are changed on the page of multi-SIMs, which belongs to the main line. */
export function SimCards({ info }: { info: SimInfo }) {
  const { t } = useTranslation('sim-information');
  const language = useLanguage();
  const { selected } = useSession();
  const [locked, setLocked] = useState<LineSim>();
  const shown = info.sims.filter(({ state }) => state !== 'inactive');
  return (
    <section className="stack" aria-labelledby="sim-cards">
      <h2 id="sim-cards" className={classes.title}>
        {t('sims')}
      </h2>
      {shown.length === 0 ? (
        <p className="dimmed">{t('noSims')}</p>
      ) : (
        <ul className={classes.list}>
          {shown.map((sim) => (
            <SimCard key={sim.id} sim={sim} onPuk={() => setLocked(sim)} />
          ))}
        </ul>
      )}
      {selected?.user.is_main && !selected.properties.data_sim && (
        <Link to={`/${language}/multi-sim`}>{t('manage')}</Link>
      )}
      {locked && <PukDialog sim={locked} info={info} onClose={() => setLocked(undefined)} />}
    </section>
  );
}
