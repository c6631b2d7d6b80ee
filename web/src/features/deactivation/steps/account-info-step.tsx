import { useTranslation } from 'react-i18next';
import type { LineToEnd } from '@/api/gen-lines';
import { Notice } from '@/components/notice';
import { AccountInfo } from '../losses';
import { StepHeading } from './step-heading';
import { WaysOn } from './ways-on';

/** account-info: the line, and the matters to settle first. */
export function AccountInfoStep({ line, onDone }: { line: LineToEnd; onDone: () => void }) {
  const { t } = useTranslation('deactivation');
  const blocked = line.obstacles.length > 0;
  return (
    <>
      <StepHeading title={t('accountInfo.title')}>{t('accountInfo.text')}</StepHeading>
      <AccountInfo line={line} />
      {blocked ? (
        <Notice tone="warning" title={t('accountInfo.first')}>
          <ul className="bullets">
            {line.obstacles.map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <WaysOn next={t('next')} onNext={onDone} />
      )}
    </>
  );
}
