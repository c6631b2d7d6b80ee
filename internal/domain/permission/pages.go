package permission

import "slices"

// Feature lists the menu entries and pages that a key opens.
type Feature struct {
	Menu   []string // path names of the main menu and entries of the dashboard's sidebar (§2)
	Routes []string // route-name constants (§2)
}

// bundlePages are the pages of the catalogue, and of international rates.
var bundlePages = []string{
	"subscribeBundle", "bundles", "compare-bundles", "latest-bundle", "data-net-saver", "int-pass", "local-pass", "local-bundle",
	"addonsMinutes", "addonsData", "addonsSms", "rates",
}

// Features by key.
var Features = map[Key]Feature{
	Entertainment:   {Menu: []string{"entertainment", "games"}, Routes: []string{"entertainment", "games"}},
	CreditTransfer:  {Menu: []string{"credit-transfer-redirect", "international-transfer-redirect", "creditTransfer"}, Routes: []string{"transfer"}},
	Bundles:         {Menu: []string{"bundle_category/latest-bundle", "data-net-saver", "int-pass", "local-pass", "local-bundle", "rates"}, Routes: bundlePages},
	Roaming:         {Menu: []string{"roaming-rates"}, Routes: []string{"roaming-rates"}},
	SpecialServices: {Menu: []string{"special_services"}, Routes: []string{"services"}},
	BuildYourBundle: {Menu: []string{"build-your-bundle", "customize-bundle", "customizeBundle"}, Routes: []string{"build-your-bundle", "customizeBundle"}},
	FindYourBundle:  {Menu: []string{"find-your-bundle"}, Routes: []string{"find-your-bundle"}},
	History:         {Menu: []string{"history"}, Routes: []string{"history"}},
	Bills:           {Menu: []string{"myBills"}, Routes: []string{"myBills"}},
	UsageCalls:      {Menu: []string{"history/consumption/calls"}},
	UsageData:       {Menu: []string{"history/consumption/data"}},
	UsageSMS:        {Menu: []string{"history/consumption/sms"}},
	RechargeBalance: {Menu: []string{"history/recharge/balance"}},
	RechargeData:    {Menu: []string{"history/recharge/data"}},
	TransferBalance: {Menu: []string{"history/transfer/credit"}},
	TransferData:    {Menu: []string{"history/transfer/data"}},
}

// Hidden lists the menu entries and the pages that a line may not open, sorted.
func Hidden(line Line) []string {
	hidden := []string{}
	for key, feature := range Features {
		if Granted(line, key) {
			continue
		}
		hidden = append(hidden, feature.Menu...)
		hidden = append(hidden, feature.Routes...)
	}
	slices.Sort(hidden)
	return slices.Compact(hidden)
}

// OfMenu returns the key that a menu entry needs; empty without one.
func OfMenu(slug string) Key {
	return needing(func(f Feature) bool { return slices.Contains(f.Menu, slug) })
}

// OfRoute returns the key that a page needs; empty without one.
func OfRoute(key string) Key {
	return needing(func(f Feature) bool { return slices.Contains(f.Routes, key) })
}

func needing(has func(Feature) bool) Key {
	for key, feature := range Features {
		if has(feature) {
			return key
		}
	}
	return ""
}
