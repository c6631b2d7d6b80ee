import { useDirection } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { SchemeSwitch } from '@/app/frame/scheme-switch';
import { ServerState } from '@/lib/http/query-client';
import { directionOf, otherLanguage } from '@/lib/text/language';
import { useLanguage } from '@/lib/text/use-language';
import { areas, isArea } from './areas';
import classes from './gallery.module.css';

const addressOf = (language: string, area = '') =>
  `?${new URLSearchParams({ language, ...(area && { area }) })}`;

/**
 * All components in each of their states: one area, or all areas. The gallery's own texts are for developers.
 */
export function Gallery({ area }: { area: string | undefined }) {
  const language = useLanguage();
  const { setDirection } = useDirection();
  useLayoutEffect(() => {
    setDirection(directionOf(language));
  }, [language, setDirection]);
  const shown = isArea(area) ? [area] : Object.keys(areas).filter(isArea);
  return (
    <ServerState>
      <nav className={classes.ways} aria-label="Gallery" dir="ltr" lang="en">
        <a href={addressOf(otherLanguage(language), area)}>{otherLanguage(language)}</a>
        <SchemeSwitch className={classes.scheme} />
        <a href={addressOf(language)}>all</a>
        {Object.keys(areas).map((name) => (
          <a key={name} href={addressOf(language, name)} aria-current={name === area ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <main className={classes.areas}>
        {shown.map((name) => {
          const Area = areas[name];
          return <Area key={name} />;
        })}
      </main>
    </ServerState>
  );
}
