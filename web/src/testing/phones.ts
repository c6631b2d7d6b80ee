import { HttpResponse, http } from 'msw';
import { api, server } from './server';

/** One phone that takes an eSIM, for every search. */
export const servePhones = () =>
  server.use(
    http.get(api('/lookup/devices'), () =>
      HttpResponse.json({ items: [{ model: 'apple-iphone-16', brand: 'Apple', name: 'iPhone 16' }] }),
    ),
  );
