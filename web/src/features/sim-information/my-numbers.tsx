import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MyNumber } from '@/api/gen-lines';
import { ErrorNotice } from '@/components/error-notice';
import { LineState } from '@/components/line/line-state';
import { Msisdn } from '@/components/ltr';
import { Stack } from '@/components/ui/layout';
import { useAttempt } from '@/lib/form/use-attempt';
import { selectAccount, useSession } from '@/lib/session';
import classes from './sim-information.module.css';

/** The numbers of the account, their states, and links to them. */
export function MyNumbers({ numbers }: { numbers: MyNumber[] }) {
  const { t } = useTranslation('sim-information');
  const { selected } = useSession();
  const look = useAttempt((id: string) => selectAccount(id));
  return (
    <section className="stack" aria-labelledby="my-numbers" style={{ marginBlockStart: '2rem' }}>
      <h2 id="my-numbers" className={classes.title}>
        {t('numbers')}
      </h2>
      <Stack component="ul" gap={0}>
        {numbers.map((number) => (
          <li key={number.subscription_id} className={classes.row}>
            <div>
              <p className="strong">{number.is_main ? t('mainNumber') : number.nickname}</p>
              <Msisdn value={number.msisdn} />
            </div>
            <LineState state={number.state} />
            {number.reason && <p className={classes.why}>{t(`because.${number.reason}`)}</p>}
            {number.subscription_id !== selected?.subscription_id && (
              <Button
                variant="default"
                size="compact-md"
                className={classes.look}
                aria-label={t('lookAt', { number: `\u2066${number.msisdn}\u2069` })}
                disabled={look.busy}
                onClick={() => look.attempt(number.subscription_id)}
              >
                {t('look')}
              </Button>
            )}
          </li>
        ))}
      </Stack>
      <ErrorNotice error={look.error} />
    </section>
  );
}
