import { Accounts } from './accounts';
import { Attachments } from './attachments';
import { Buttons } from './buttons';
import { Choices } from './choices';
import { Dialogs } from './dialogs';
import { Fields } from './fields';
import { Forms } from './forms';
import { Lines } from './lines';
import { Orders } from './orders';
import { Pages } from './pages';
import { Parts } from './parts';
import { Payment } from './payment';
import { Receipts } from './receipts';
import { Sale } from './sale';
import { Words } from './words';

/** Areas by purpose; each new component belongs to one of them. */
export const areas = {
  pages: Pages,
  words: Words,
  buttons: Buttons,
  fields: Fields,
  forms: Forms,
  attachments: Attachments,
  choices: Choices,
  parts: Parts,
  dialogs: Dialogs,
  accounts: Accounts,
  lines: Lines,
  sale: Sale,
  orders: Orders,
  payment: Payment,
  receipts: Receipts,
};

export const isArea = (name: string | undefined): name is keyof typeof areas =>
  name !== undefined && name in areas;
