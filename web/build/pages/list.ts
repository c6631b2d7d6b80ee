/** A page that is prerendered at build time. Its modules and texts are those besides the frame's. */
export interface PageToWrite {
  key: string;
  /** The address below the route's address, if the page is not the route itself. */
  step?: 'number-selection' | 'purchase-type-selection';
  /** The name of the variant, if a page has two looks. */
  shape?: string;
  modules: string[];
  texts: string[];
}

export const pagesToWrite: PageToWrite[] = [
  {
    key: 'home',
    modules: ['features/home/home-page.tsx'],
    texts: ['home'],
  },
  {
    key: 'login',
    modules: ['features/sign-in/login-page.tsx'],
    texts: ['sign-in', 'credentials', 'passkeys'],
  },
  {
    key: 'order-sim',
    step: 'number-selection',
    modules: ['app/server-pages.tsx', 'features/order/start/start-page.tsx'],
    texts: ['numbers'],
  },
  { key: 'support', modules: ['features/help/help-page.tsx'], texts: ['help', 'search'] },
  {
    key: 'support',
    shape: 'without-phone',
    modules: ['features/help/help-page.tsx'],
    texts: ['help', 'search'],
  },
  {
    key: 'faq',
    modules: ['app/server-pages.tsx', 'app/pages/account.ts', 'features/faq/faq-page.tsx'],
    texts: ['faq', 'search'],
  },
  {
    key: 'question',
    modules: ['app/server-pages.tsx', 'app/pages/account.ts', 'features/faq/question-page.tsx'],
    texts: ['faq', 'search'],
  },
  { key: 'content-page', modules: ['features/content/content-page.tsx'], texts: ['content'] },
];
