import { type ComponentType, lazy } from 'react';
import { loadNamespaces, type Namespaces } from '@/i18n';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Loads a rarely shown part of a page together with its texts. */
export const withTexts =
  <Props extends object>(namespaces: Namespaces, load: Load<Props>): Load<Props> =>
  async () => {
    const [part] = await Promise.all([load(), loadNamespaces(namespaces)]);
    return part;
  };

/** A rarely shown part of a page. Its code and texts load when it is first shown. */
export const lazyWithTexts = <Props extends object>(namespaces: Namespaces, load: Load<Props>) =>
  lazy(withTexts(namespaces, load));
