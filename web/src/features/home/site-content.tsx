import { Link } from 'react-router';
import { useSite } from '@/lib/site/site';
import classes from './content.module.css';
import { Slider } from './slider';

/** Sections with their own place on this page. */
const elsewhere = new Set(['numbers', 'packages']);

/** The slides of the operator on the first page. */
export function SiteSlides() {
  const slides = useSite()?.homepage.sliders ?? [];
  return slides.length > 0 && <Slider slides={slides} />;
}

/**
 * The operator's other sections, such as "Where is my order?", each with a link. A section without texts is
 * of a kind that this release does not know.
 */
export function SiteSections() {
  const sections = useSite()?.homepage.sections ?? [];
  return sections
    .filter(({ key, title }) => title && !elsewhere.has(key))
    .map(({ key, title, text, url }) => (
      <section key={key} className={`card ${classes.section}`}>
        <h2>
          {!url && title}
          {url && (/^https:/.test(url) ? <a href={url}>{title}</a> : <Link to={url}>{title}</Link>)}
        </h2>
        <p>{text}</p>
      </section>
    ));
}
