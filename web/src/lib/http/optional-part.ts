import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/**
 * An optional part of the frame that loads later. If its code fails to load, the page works without the part.
 */
export const optionalPart = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return await load();
    } catch (error) {
      console.warn('a part of the frame did not come', error);
      return { default: Nothing };
    }
  });
