import { type ComponentType, lazy } from 'react';

const Nothing = () => null;

/** A part of the frame that may come later. When its code does not come at all, the page stands without it. */
export const optionalPart = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return await load();
    } catch (error) {
      console.warn('a part of the frame did not come', error);
      return { default: Nothing };
    }
  });
