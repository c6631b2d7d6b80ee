import { useTranslation } from 'react-i18next';
import classes from './loading.module.css';

/** A skeleton of the coming content, with a text for screen readers. */
export function Loading({ lines = 3, height = 72 }: { lines?: number; height?: number }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy aria-label={t('loading')} className="stack near">
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key) => (
        <div key={key} className={classes.line} style={{ blockSize: height }} />
      ))}
    </div>
  );
}
