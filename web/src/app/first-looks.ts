/**
 * Prerendered pages have all their styles in the stylesheet of the first page, so nothing moves when a part
 * starts to work.
 */
import '@/brand/scene.module.css';
import '@/components/choice/choice-chips.module.css';
import '@/components/empty-state.module.css';
import '@/components/disclosure.module.css';
import '@/components/fact.module.css';
import '@/components/loading.module.css';
import '@/components/metal-badge.module.css';
import '@/components/modal-dialog.module.css';
import '@/components/money.module.css';
import '@/components/notice.module.css';
import '@/components/order-links.module.css';
import '@/components/password/password-field.module.css';
import '@/components/search-form.module.css';
import '@/components/primary-action.module.css';
import '@/components/sale/sale-card.module.css';
import '@/components/richtext/rich-text.module.css';
import '@/components/submit-button.module.css';
import '@/components/text-field.module.css';
import '@/components/word-mark.module.css';
import '@/features/content/content.module.css';
import '@/features/faq/faq.module.css';
import '@/features/help/help.module.css';
import '@/features/home/content.module.css';
import '@/features/home/hero/hero.module.css';
import '@/features/home/home-page.module.css';
import '@/components/number/found-number.module.css';
import '@/features/order/numbers/number-filters.module.css';
import '@/features/order/numbers/number-picker.module.css';
import '@/features/order/numbers/number-results.module.css';
import '@/features/sign-in/sign-in.module.css';
import './frame/search-box.module.css';
import './overlays/overlays.module.css';
// Small parts that several prerendered pages contain.
import '@/components/ltr';
import '@/lib/text/lazy-with-texts';
