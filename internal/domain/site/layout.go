package site

// Layout is the frame around a page.
type Layout string

// Layouts.
const (
	LayoutDefault    Layout = "default"
	LayoutDashboard  Layout = "dashboard"   // with the sidebar
	LayoutPlain      Layout = "plain"       // neither header nor footer
	LayoutFooterOnly Layout = "footer-only" // no header
)

// layouts of the specification (§2). The pages of the sidebar keep the dashboard's layout, so that the sidebar stays.
var layouts = map[string]Layout{
	"dashboard":               LayoutDashboard,
	"profile":                 LayoutDashboard,
	"change-email":            LayoutDashboard,
	"activate-email":          LayoutDashboard,
	"change-password":         LayoutDashboard,
	"sessions":                LayoutDashboard,
	"sub-accounts":            LayoutDashboard,
	"add-account":             LayoutDashboard,
	"multi-sim":               LayoutDashboard,
	"sim-information":         LayoutDashboard,
	"number-settings":         LayoutDashboard,
	"my-plan":                 LayoutDashboard,
	"deactivateNumber":        LayoutDashboard,
	"switch-plan":             LayoutDashboard,
	"refer":                   LayoutDashboard,
	"referral-banner":         LayoutDashboard,
	"recharge":                LayoutDashboard,
	"recharge-meter":          LayoutDashboard,
	"transfer":                LayoutDashboard,
	"services":                LayoutDashboard,
	"entertainment":           LayoutDashboard,
	"games":                   LayoutDashboard,
	"purchase":                LayoutDashboard,
	"history":                 LayoutDashboard,
	"cards":                   LayoutDashboard,
	"myBills":                 LayoutDashboard,
	"auto-payment":            LayoutDashboard,
	"credit-limit":            LayoutDashboard,
	"addonsMinutes":           LayoutDashboard,
	"addonsData":              LayoutDashboard,
	"addonsSms":               LayoutDashboard,
	"customizeBundle":         LayoutDashboard,
	"hawakom-faq":             LayoutPlain,
	"loyalty-faq":             LayoutPlain,
	"customer-complaints-app": LayoutPlain,
	"payinvoice":              LayoutFooterOnly,
}

// LayoutOf returns the layout of a route by its key.
func LayoutOf(key string) Layout {
	if layout, special := layouts[key]; special {
		return layout
	}
	return LayoutDefault
}
