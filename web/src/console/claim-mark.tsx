import '@mantine/core/styles/Badge.layer.css';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CaseClaim } from '@/api/gen-support';
import { timeOfDay } from '@/lib/text/format';
import { useLanguage } from '@/lib/text/use-language';
import classes from './marks.module.css';

/** The agent who works on a case, and the end of the claim; a claim expires by itself. */
export function ClaimMark({ claim }: { claim: CaseClaim | undefined }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  if (!claim) {
    return <span className={classes.free}>{t('claim.unclaimed')}</span>;
  }
  const until = timeOfDay(claim.expiresAt, language);
  return (
    <Badge
      component="span"
      className={classes.mark}
      variant={claim.mine ? 'filled' : 'light'}
      color={claim.mine ? 'violet' : 'gray'}
    >
      {claim.mine
        ? t('claim.mine', { until })
        : t('claim.other', { name: `\u2068${claim.name}\u2069`, until })}
    </Badge>
  );
}
