package permission

// eachPart of an order may be looked at; less of it is shown.
var eachPart = []Scope{Tracking, Activation, Installation, Correction}

// operations has a row for each operation of the contract; the server does not start without.
var operations = map[string]Rule{
	"getBulkConfiguration": {Caller: Anybody},
	"getAppConfiguration":  {Caller: Anybody},
	"getTranslation":       {Caller: Anybody},
	"listWebsiteRoutes":    {Caller: Anybody},
	"getMenu":              {Caller: Anybody},
	"getSlider":            {Caller: Anybody},
	"searchContent":        {Caller: Visitor},
	"listNumberCategories": {Caller: Anybody},
	"searchNumbers":        {Caller: Anybody},
	"listPlans":            {Caller: Anybody},
	"listCities":           {Caller: Anybody},
	"listPickupBranches":   {Caller: Anybody},
	"startOrder":           {Caller: Device},
	"getInvitation":        {Caller: Anybody},
	"listDevices":          {Caller: Anybody},
	"listOperators":        {Caller: Anybody},
	"listMnpPlans":         {Caller: Anybody},
	"listPortWindows":      {Caller: Anybody},
	"findOrdersToActivate": {Caller: Anybody},

	"lookUpOrder":    {Caller: Device},
	"openOrderFound": {Caller: Device},
	"openOrderLink":  {Caller: Device},
	"listOrders":     {Caller: Customer},

	"getOrder":                   {Caller: OrderOwner, Part: eachPart},
	"endOrderSession":            {Caller: OrderOwner, Part: eachPart},
	"getOrderTimeline":           {Caller: OrderOwner},
	"getOrderReceipt":            {Caller: OrderOwner},
	"getOrderCreditNote":         {Caller: OrderOwner},
	"listOrderLinks":             {Caller: OrderOwner},
	"streamOrderEvents":          {Caller: OrderOwner, Part: eachPart},
	"selectNumber":               {Caller: OrderOwner},
	"giveNumberBack":             {Caller: OrderOwner},
	"extendHold":                 {Caller: OrderOwner},
	"chooseDevice":               {Caller: OrderOwner},
	"reissueProfile":             {Caller: OrderOwner},
	"sendProfile":                {Caller: OrderOwner},
	"selectPlan":                 {Caller: OrderOwner},
	"checkEligibility":           {Caller: OrderOwner},
	"requestIdentity":            {Caller: OrderOwner, Part: []Scope{Activation}},
	"sendContactCode":            {Caller: OrderOwner},
	"providePersonalInformation": {Caller: OrderOwner, SessionSeen: true},
	"chooseDelivery":             {Caller: OrderOwner},
	"confirmOrder":               {Caller: OrderOwner},
	"applyPromoCode":             {Caller: OrderOwner},
	"removePromoCode":            {Caller: OrderOwner},
	"payOrder":                   {Caller: OrderOwner, SessionSeen: true},
	"cancelOrder":                {Caller: OrderOwner},
	"activateSim":                {Caller: OrderOwner, Part: []Scope{Activation}},
	"requestPort":                {Caller: OrderOwner},
	"correctPort":                {Caller: OrderOwner, Part: []Scope{Correction}},
	"choosePortWindow":           {Caller: OrderOwner},
	"requestReplacement":         {Caller: OrderOwner, WithSession: true},
	"describeExtraSim":           {Caller: OrderOwner, WithSession: true},
	"disputeReplacement":         {Caller: Anybody}, // who has the secret

	"openDeviceSession":  {Caller: Anybody},
	"signIn":             {Caller: Anybody},
	"requestOtp":         {Caller: Device},
	"validateOtp":        {Caller: Device},
	"signOut":            {Caller: Device, BeforeFactor: true},
	"startSocialSignIn":  {Caller: Device},
	"finishSocialSignIn": {Caller: Device},
	"linkSocialAccount":  {Caller: Device},
	"getCurrentUser":     {Caller: Customer},
	"listSubscribers":    {Caller: Customer},

	"validateRegistrationData": {Caller: Device},
	"validateIdOfNumber":       {Caller: Device},
	"registerUser":             {Caller: Device},
	"resetPassword":            {Caller: Device},
	"changePassword":           {Caller: Customer, MainOnly: true},
	"changeEmail":              {Caller: Customer, MainOnly: true},
	"confirmEmail":             {Caller: Customer, MainOnly: true},

	"listSessions":     {Caller: Customer},
	"endUserSession":   {Caller: Customer},
	"endOtherSessions": {Caller: Customer},
	"listSignIns":      {Caller: Customer},

	"getSecondFactor":     {Caller: Staff, BeforeFactor: true},
	"beginSecondFactor":   {Caller: Staff, BeforeFactor: true},
	"confirmSecondFactor": {Caller: Staff, BeforeFactor: true},
	"proveSecondFactor":   {Caller: Staff, BeforeFactor: true},
	"renewRecoveryCodes":  {Caller: Staff},

	"getCommunicationPreferences": {Caller: Customer},
	"setCommunicationPreferences": {Caller: Customer, MainOnly: true},

	"listCards":       {Caller: Customer},
	"addCard":         {Caller: Customer, LineNeeded: true},
	"removeCard":      {Caller: Customer},
	"makeCardDefault": {Caller: Customer},

	"startPurchase":          {Caller: Customer, LineNeeded: true},
	"getPurchase":            {Caller: Customer},
	"getPurchaseReceipt":     {Caller: Customer},
	"getPurchaseReceiptFile": {Caller: Customer},
	"getRechargeOptions":     {Caller: Customer, LineNeeded: true},
	"checkFriend":            {Caller: Customer, LineNeeded: true},
	"getRechargeMeter":       {Caller: Customer, LineNeeded: true},
	"listRecharges":          {Caller: Customer, LineNeeded: true, Key: History},
	"getRechargeOverview":    {Caller: Customer, LineNeeded: true, Key: History},
	"getRemainingCredit":     {Caller: Customer, LineNeeded: true},

	"addSubscriber":    {Caller: Customer, MainOnly: true},
	"renameSubscriber": {Caller: Customer, MainOnly: true},
	"deleteSubscriber": {Caller: Customer, MainOnly: true},
	"getDashboard":     {Caller: Customer, LineNeeded: true},
	"getUserPlan":      {Caller: Customer, LineNeeded: true},
	"stopAutoRenewal":  {Caller: Customer, LineNeeded: true},
	"startAutoRenewal": {Caller: Customer, LineNeeded: true},
	"switchPlan":       {Caller: Customer, LineNeeded: true},
	"cancelPlanSwitch": {Caller: Customer, LineNeeded: true},
	"getReferral":      {Caller: Customer, LineNeeded: true},

	"getMultisimSettings":   {Caller: Anybody},
	"listInactiveMultisims": {Caller: Customer, MainOnly: true, LineNeeded: true},
	"getSimInfo":            {Caller: Customer, LineNeeded: true},
	"listMyNumbers":         {Caller: Customer, LineNeeded: true},
	"renameSim":             {Caller: Customer, MainOnly: true, LineNeeded: true},
	"switchPrimarySim":      {Caller: Customer, MainOnly: true, LineNeeded: true},
	"deactivateSim":         {Caller: Customer, MainOnly: true, LineNeeded: true},

	"listSupportOrders": {Caller: Support},
	"getOrderBooks":     {Caller: Support},
	"getSupportOrder":   {Caller: Support},
	"resolveOrder":      {Caller: Support},
	"refundOrder":       {Caller: Support},
	"listRefunds":       {Caller: Support},

	"listSupportPurchases": {Caller: Support},
	"resolvePurchase":      {Caller: Support},

	"approveRefund": {Caller: Support},
	"declineRefund": {Caller: Support},
	"listAudit":     {Caller: Support},

	"receiveWebhook": {Caller: System},
}

// Of is the rule of an operation; false where the table has no row.
func Of(operationID string) (Rule, bool) {
	rule, ok := operations[operationID]
	return rule, ok
}
