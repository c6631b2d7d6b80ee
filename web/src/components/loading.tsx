import { useTranslation } from 'react-i18next';
import classes from './loading.module.css';

/** The shape of what is coming, and its words for those who do not see it. */
export function Loading({ lines = 3, height = 72 }: { lines?: number; height?: number }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy aria-label={t('loading')} className={classes.lines}>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key) => (
        <div key={key} className={classes.line} style={{ blockSize: height }} />
      ))}
    </div>
  );
}
