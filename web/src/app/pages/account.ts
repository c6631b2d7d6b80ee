/** The code of the account's pages. It is a separate chunk, so that the first page does not load it. */
export const dashboard = async () => (await import('@/features/dashboard/dashboard-page')).DashboardPage;
export const profile = async () => (await import('@/features/profile/profile-page')).ProfilePage;
export const recharge = async () => (await import('@/features/recharge/recharge-page')).RechargePage;
export const rechargeMeter = async () =>
  (await import('@/features/recharge/meter/meter-page')).RechargeMeterPage;
export const transfer = async () => (await import('@/features/transfer/transfer-page')).TransferPage;
export const services = async () => (await import('@/features/vas/vas-page')).SpecialServicesPage;
export const entertainment = async () => (await import('@/features/vas/vas-page')).EntertainmentPage;
export const games = async () => (await import('@/features/games/brands-page')).GamesPage;
export const game = async () => (await import('@/features/games/game-page')).GamePage;
export const rates = async () =>
  (await import('@/features/rates/international-rates-page')).InternationalRatesPage;
export const roamingRates = async () => (await import('@/features/rates/roaming-page')).RoamingPage;
export const stores = async () => (await import('@/features/shops/shops-page')).ShopsPage;
export const autoRecharge = async () =>
  (await import('@/features/auto-recharge/auto-recharge-page')).AutoRechargePage;
export const creditLimit = async () =>
  (await import('@/features/credit-limit/credit-limit-page')).CreditLimitPage;
export const purchase = async () => (await import('@/features/purchase/purchase-page')).PurchasePage;
export const purchaseReceipt = async () =>
  (await import('@/features/purchase/purchase-receipt-page')).PurchaseReceiptPage;
export const help = async () => (await import('@/features/help/help-page')).HelpPage;
export const faq = async () => (await import('@/features/faq/faq-page')).FaqPage;
export const question = async () => (await import('@/features/faq/question-page')).QuestionPage;
export const loyaltyFaq = async () => (await import('@/features/faq/topic-page')).LoyaltyPage;
export const hawakomFaq = async () => (await import('@/features/faq/topic-page')).HawakomQuestionsPage;
export const history = async () => (await import('@/features/usage/history-page')).HistoryPage;
export const bills = async () => (await import('@/features/bills/overview-page')).BillsPage;
export const bill = async () => (await import('@/features/bills/bill-page')).BillPage;
export const payBill = async () => (await import('@/features/bills/pay-page')).PayBillPage;
export const billLink = async () => (await import('@/features/bills/bill-link-page')).BillLinkPage;
export const billPayment = async () =>
  (await import('@/features/purchase/bill-payment-page')).BillPaymentPage;
export const cards = async () => (await import('@/features/saved-cards/cards-page')).CardsPage;
export const changeEmail = async () => (await import('@/features/profile/change-email-page')).ChangeEmailPage;
export const changePassword = async () =>
  (await import('@/features/profile/change-password-page')).ChangePasswordPage;
export const activateEmail = async () =>
  (await import('@/features/profile/activate-email-page')).ActivateEmailPage;
export const sessions = async () => (await import('@/features/sessions/sessions-page')).SessionsPage;
export const subAccounts = async () => (await import('@/features/accounts/accounts-page')).AccountsPage;
export const addAccount = async () => (await import('@/features/accounts/add-account-page')).AddAccountPage;
export const deactivation = async () =>
  (await import('@/features/deactivation/deactivation-page')).DeactivationPage;
export const lineEnd = async () => (await import('@/features/deactivation/line-end-page')).LineEndPage;
export const myPlan = async () => (await import('@/features/my-plan/my-plan-page')).MyPlanPage;
export const switchPlan = async () => (await import('@/features/my-plan/switch/switch-page')).SwitchPage;
export const multiSim = async () => (await import('@/features/multi-sim/multi-sim-page')).MultiSimPage;
export const simInformation = async () =>
  (await import('@/features/sim-information/sim-information-page')).SimInformationPage;
export const numberSettings = async () =>
  (await import('@/features/number-settings/number-settings-page')).NumberSettingsPage;
export const extraSim = async () => (await import('@/features/order/extra-sim/extra-sim-page')).ExtraSimPage;
export const replaceSim = async () =>
  (await import('@/features/order/replacement/replacement-page')).ReplacementPage;
export const vanities = async () => (await import('@/features/order/numbers/vanities-page')).VanitiesPage;
export const plans = async () => (await import('@/features/plans/catalogue-page')).CataloguePage;
export const plan = async () => (await import('@/features/plans/plan-page')).PlanPage;
export const hawakom = async () => (await import('@/features/plans/family-page')).HawakomPage;
export const comparePlans = async () => (await import('@/features/plans/comparison-page')).ComparisonPage;
export const bundles = async () => (await import('@/features/bundles/catalogue-page')).BundlesPage;
export const bundle = async () => (await import('@/features/bundles/bundle-page')).BundlePage;
export const buildBundle = async () => (await import('@/features/bundles/build-page')).BuildBundlePage;
export const shop = async () => (await import('@/features/bundles/shop/shop-page')).ShopPage;
export const compareBundles = async () =>
  (await import('@/features/bundles/compare-page')).CompareBundlesPage;
export const findBundle = async () => (await import('@/features/bundles/find-page')).FindBundlePage;
export const offers = async () => (await import('@/features/bundles/all-offers-page')).OffersPage;
export const offer = async () => (await import('@/features/bundles/offer-page')).OfferPage;
export const promo = async () => (await import('@/features/promo/promo-page')).PromoPage;
export const refer = async () => (await import('@/features/referral/referral-page')).ReferralPage;
export const notMe = async () => (await import('@/features/dispute/dispute-page')).DisputePage;
export const portOut = async () => (await import('@/features/port-out/port-out-page')).PortOutPage;
export const orderReceipt = async () => (await import('@/features/order/receipt/receipt-page')).ReceiptPage;
export const findOrder = async () => (await import('@/features/find-order/find-order-page')).FindOrderPage;
export const messageLink = async () =>
  (await import('@/features/message-link/message-link-page')).MessageLinkPage;
export const unsubscribe = async () =>
  (await import('@/features/message-link/unsubscribe-page')).UnsubscribePage;
export const orderLink = async () => (await import('@/features/find-order/order-link-page')).OrderLinkPage;
export const myOrders = async () => (await import('@/features/find-order/my-orders-page')).MyOrdersPage;
export const activation = async () =>
  (await import('@/features/sim-activation/activation-page')).ActivationPage;
export const search = async () => (await import('@/features/search/search-page')).SearchPage;
export const complaint = async () => (await import('@/features/tickets/complaint-page')).ComplaintPage;
export const complaintInApp = async () =>
  (await import('@/features/tickets/complaint-page')).ComplaintInAppPage;
export const reseller = async () => (await import('@/features/tickets/reseller-page')).ResellerPage;
export const inquiry = async () => (await import('@/features/tickets/inquiry-page')).InquiryPage;
export const serviceRequest = async () => (await import('@/features/tickets/ticket-page')).TicketPage;
export const chat = async () => (await import('@/features/tickets/chat-page')).ChatPage;
