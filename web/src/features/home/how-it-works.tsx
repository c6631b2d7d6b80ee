import { useTranslation } from 'react-i18next';
import classes from './home-page.module.css';

const steps = ['number', 'identity', 'pay', 'activate'] as const;

export function HowItWorks() {
  const { t } = useTranslation('home');
  return (
    <section className={classes.section}>
      <h2>{t('how.title')}</h2>
      <ol className={`${classes.grid} ${classes.steps}`}>
        {steps.map((step) => (
          <li key={step} className={classes.step}>
            <h3>{t(`how.${step}`)}</h3>
            <p>{t(`how.${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
