import { Button } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Site, useSite } from '@/lib/site/site';
import classes from './content.module.css';

type Slide = Site['homepage']['sliders'][number];

/** Returns the current slide. It changes at the interval in the settings, unless it is paused. */
function useTurns(count: number, held: boolean): [number, (at: number) => void] {
  const everyMs = useSite()?.settings.carouselMs;
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (!held && count > 1 && everyMs) {
      const timer = setInterval(() => setAt((before) => before + 1), everyMs);
      return () => clearInterval(timer);
    }
  }, [held, count, everyMs]);
  return [at % count, setAt];
}

/** Slides share a place, so that the tallest sets the height and nothing moves when they change. */
function Slides({ slides, shown }: { slides: readonly Slide[]; shown: number }) {
  return slides.map(({ id, title, text, action, url, image }, at) => (
    <li key={id} className={classes.slide} data-shown={at === shown || undefined} inert={at !== shown}>
      {image && <img src={image} alt="" className={classes.picture} loading="lazy" />}
      <h2>{title}</h2>
      <p>{text}</p>
      {/^https:/.test(url) ? <a href={url}>{action}</a> : <Link to={url}>{action}</Link>}
    </li>
  ));
}

/**
 * The server's slides. They pause on request, under a pointer, with the focus inside, and for visitors who
 * prefer no motion.
 */
export function Slider({ slides }: { slides: readonly Slide[] }) {
  const { t } = useTranslation('home');
  const still = useReducedMotion(); // false at first, as in the prerendered page
  const [paused, setPaused] = useState(false);
  const [within, setWithin] = useState({ pointer: false, focus: false });
  const [shown, show] = useTurns(slides.length, paused || still || within.pointer || within.focus);
  return (
    <section
      aria-label={t('slider.label')}
      className={`card ${classes.slider}`}
      onPointerEnter={() => setWithin((now) => ({ ...now, pointer: true }))}
      onPointerLeave={() => setWithin((now) => ({ ...now, pointer: false }))}
      onFocus={() => setWithin((now) => ({ ...now, focus: true }))}
      onBlur={() => setWithin((now) => ({ ...now, focus: false }))}
    >
      <ul className={classes.slides}>
        <Slides slides={slides} shown={shown} />
      </ul>
      {slides.length > 1 && (
        <div className="button-row">
          <Button variant="default" size="sm" onClick={() => show(shown + 1)}>
            {t('slider.next', { at: shown + 1, of: slides.length })}
          </Button>
          {!still && (
            <Button variant="default" size="sm" onClick={() => setPaused(!paused)}>
              {t(paused ? 'slider.play' : 'slider.pause')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
