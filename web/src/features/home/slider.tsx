import { useReducedMotion } from '@mantine/hooks';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useRef, useState } from 'react';
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

/** The picture of a slide. Its place stays if the picture does not come. */
function Picture({ desktop, phone }: { desktop: string; phone: string }) {
  const [missing, setMissing] = useState(false);
  return (
    <picture>
      {!missing && <source media="(max-width: 47.99em)" srcSet={phone} />}
      <img
        src={missing ? undefined : desktop}
        alt=""
        className={classes.picture}
        loading="lazy"
        width="800"
        height="400"
        onError={() => setMissing(true)}
      />
    </picture>
  );
}

function Slides({ slides, shown }: { slides: readonly Slide[]; shown: number }) {
  return slides.map(({ id, title, text, action, url, desktop_image: desktop, phone_image: phone }, at) => (
    <li key={id} className={classes.slide} data-shown={at === shown || undefined} inert={at !== shown}>
      {desktop && phone && <Picture desktop={desktop} phone={phone} />}
      <div className={classes.words}>
        <h2>{title}</h2>
        <p>{text}</p>
        {/^https:/.test(url) ? <a href={url}>{action}</a> : <Link to={url}>{action}</Link>}
      </div>
    </li>
  ));
}

/** Keeps the strip at the shown slide, and tells which slide a swipe ended on. */
function useStrip(shown: number, still: boolean, onSwipe: (at: number) => void) {
  const strip = useRef<HTMLUListElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    const list = strip.current;
    if (list && before.current !== shown) {
      before.current = shown;
      const forward = getComputedStyle(list).direction === 'rtl' ? -1 : 1;
      list.scrollTo?.({ left: forward * shown * list.clientWidth, behavior: still ? 'instant' : 'smooth' });
    }
  }, [shown, still]);
  const settle = () => {
    const { scrollLeft = 0, clientWidth = 0 } = strip.current ?? {};
    const at = clientWidth ? Math.round(Math.abs(scrollLeft) / clientWidth) : shown;
    if (at !== shown) {
      before.current = at;
      onSwipe(at);
    }
  };
  return { ref: strip, onScrollEnd: settle };
}

interface TurnsProps {
  slides: readonly Slide[];
  shown: number;
  paused: boolean;
  still: boolean;
  onShow: (at: number) => void;
  onPause: () => void;
}

/** A dot for each slide, and the pause. */
function Turns({ slides, shown, paused, still, onShow, onPause }: TurnsProps) {
  const { t } = useTranslation('home');
  const Mark = paused ? Play : Pause;
  return (
    <div className={classes.turns}>
      {slides.map(({ id, title }, at) => (
        <button
          key={id}
          type="button"
          aria-label={t('slider.show', { title })}
          aria-current={at === shown || undefined}
          onClick={() => onShow(at)}
        >
          <span className={classes.dot} />
        </button>
      ))}
      {!still && (
        <button type="button" aria-label={t(paused ? 'slider.play' : 'slider.pause')} onClick={onPause}>
          <Mark size={18} aria-hidden />
        </button>
      )}
    </div>
  );
}

/**
 * The server's slides, which can be swiped. They pause on request, under a pointer, with the focus inside, and for
 * visitors who prefer no motion.
 */
export function Slider({ slides }: { slides: readonly Slide[] }) {
  const { t } = useTranslation('home');
  const still = useReducedMotion(); // false at first, as in the prerendered page
  const [paused, setPaused] = useState(false);
  const [within, setWithin] = useState({ pointer: false, focus: false });
  const [shown, show] = useTurns(slides.length, paused || still || within.pointer || within.focus);
  const strip = useStrip(shown, still, show);
  return (
    <section
      aria-label={t('slider.label')}
      className={`card ${classes.slider}`}
      onPointerEnter={() => setWithin((now) => ({ ...now, pointer: true }))}
      onPointerLeave={() => setWithin((now) => ({ ...now, pointer: false }))}
      onFocus={() => setWithin((now) => ({ ...now, focus: true }))}
      onBlur={() => setWithin((now) => ({ ...now, focus: false }))}
    >
      <ul className={classes.slides} {...strip}>
        <Slides slides={slides} shown={shown} />
      </ul>
      {slides.length > 1 && (
        <Turns
          slides={slides}
          shown={shown}
          paused={paused}
          still={still}
          onShow={show}
          onPause={() => setPaused(!paused)}
        />
      )}
    </section>
  );
}
