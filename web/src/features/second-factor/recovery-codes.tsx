import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/copy-button';
import { Ltr } from '@/components/ltr';
import { PageHeading } from '@/components/page-heading';
import { PrimaryButton } from '@/components/primary-action';
import { Group } from '@/components/ui/layout';
import classes from './second-factor.module.css';

/** The codes appear once: the staff member confirms that they are stored. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('second-factor');
  return (
    <>
      <PageHeading takesFocus title={t('codes.title')} lead={t('codes.lead')} />
      <div className="stack">
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>
              <Ltr>{code}</Ltr>
            </li>
          ))}
        </ul>
        <Group gap="xs" align="stretch">
          <CopyButton text={codes.join('\n')} label={t('codes.copy')} />
          <Button variant="default" size="compact-sm" px="sm" onClick={() => print()}>
            {t('codes.print')}
          </Button>
        </Group>
        <PrimaryButton onClick={onKept}>{t('codes.kept')}</PrimaryButton>
      </div>
    </>
  );
}
