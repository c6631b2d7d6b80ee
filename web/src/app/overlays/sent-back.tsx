import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Notice } from '@/components/notice';
import { takeSentBack } from '@/lib/site/sent-back';
import classes from './overlays.module.css';

/** Explains on the next page why the customer was redirected: the line may not open the previous page. */
export function SentBack() {
  const { t } = useTranslation('shell');
  const { key } = useLocation();
  const [told, setTold] = useState<string>();
  useEffect(() => {
    if (takeSentBack()) {
      setTold(key);
    }
  }, [key]);
  return (
    told === key && (
      <div className={`container ${classes.ahead}`}>
        <Notice tone="warning" title={t('notForLine.sentBack')}>
          {t('notForLine.sentBackText')}
        </Notice>
      </div>
    )
  );
}
