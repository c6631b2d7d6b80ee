package webapp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
)

// The web app shows the same plans before it asks for anything, so that React keeps the HTML.
func TestOffers_BothTypes_ArePrepaidFirst(t *testing.T) {
	prepaid := gen.Package{
		Id: "a", Title: "A", Price: 1050, Period: "every month", SubscriptionType: "prepaid", Url: "/en/order-sim?package=a",
		Items: []gen.PlanItem{{Type: "data", Label: "5 GB"}, {Type: "sms", Label: "9 SMS"}},
	}
	postpaid := gen.Package{Id: "b", Title: "B", SubscriptionType: "postpaid", Url: "https://offers.example/b"}
	a := offer{
		way: way{Kind: inner, Inner: "en/order-sim?package=a"}, Id: "a", Title: "A", Amount: "10.50", Period: "every month",
		Items: []allowance{{"data", "5 GB"}, {"sms", "9 SMS"}},
	}
	b := offer{way: way{Kind: outer, Outer: "offers.example/b"}, Id: "b", Title: "B", Amount: "0", Free: true}
	for name, tt := range map[string]struct {
		packages []gen.Package
		want     []offer
		both     bool
	}{
		"both":          {[]gen.Package{postpaid, prepaid}, []offer{a}, true},
		"prepaid only":  {[]gen.Package{prepaid}, []offer{a}, false},
		"postpaid only": {[]gen.Package{postpaid}, []offer{b}, false},
		"none":          {nil, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			shown, both := offers(tt.packages)
			require.Equal(t, tt.want, shown)
			require.Equal(t, tt.both, both)
		})
	}
}
