import classes from './scene.module.css';

/** A drawing of the brand (brand.json). */
export type SceneName = 'hero' | 'empty' | 'success' | 'error' | 'offline' | 'closed';

/**
 * Shows a drawn scene in the colours of the scheme, mirrored in Arabic. The hero is as wide as its place. The text next to a
 * scene says what it shows.
 */
export function Scene({ of }: { of: SceneName }) {
  return (
    <svg className={classes.scene} data-of={of} aria-hidden>
      <use href={`${__SCENES__}#${of}`} />
    </svg>
  );
}
