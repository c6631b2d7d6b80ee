import { type ComponentType, lazy } from 'react';
import { i18n } from '@/i18n';

type Namespaces = Parameters<typeof i18n.loadNamespaces>[0];
type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Loads a rarely shown part of a page together with its texts. */
export const withTexts =
  <Props extends object>(namespaces: Namespaces, load: Load<Props>): Load<Props> =>
  async () => {
    const [part] = await Promise.all([load(), i18n.loadNamespaces(namespaces)]);
    return part;
  };

/** A rarely shown part of a page. Its code and texts load when it is first shown. */
export const lazyWithTexts = <Props extends object>(namespaces: Namespaces, load: Load<Props>) =>
  lazy(withTexts(namespaces, load));
