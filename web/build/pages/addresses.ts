import type { RouteObject } from 'react-router';
import { templates } from '@/app/templates';

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('/');

const pathsOf = (routes: RouteObject[], above = ''): string[] =>
  routes.flatMap((route) =>
    route.children ? pathsOf(route.children, joined(above, route.path)) : [joined(above, route.path)],
  );

/** By template, every address below that of a route, where @ stands for the route's own. The server answers 404 to all others. */
export const addressesOf = (): Record<string, string[]> =>
  Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, pathsOf(template('@'))]));
