package permission_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

func TestGranted(t *testing.T) {
	tests := map[string]struct {
		line permission.Line
		key  permission.Key
		want bool
	}{
		"no list allows everything":           {permission.Line{Subscription: "prepaid"}, permission.History, true},
		"an empty list allows nothing":        {permission.Line{Access: []string{}}, permission.History, false},
		"a listed key":                        {permission.Line{Access: []string{"history"}}, permission.History, true},
		"an unlisted key":                     {permission.Line{Access: []string{"history"}}, permission.UsageCalls, false},
		"no bills for prepaid":                {permission.Line{Subscription: "prepaid"}, permission.Bills, false},
		"bills for postpaid":                  {permission.Line{Subscription: "postpaid"}, permission.Bills, true},
		"listed bills of prepaid stay away":   {permission.Line{Subscription: "prepaid", Access: []string{"bills"}}, permission.Bills, false},
		"no credit transfer for postpaid":     {permission.Line{Subscription: "postpaid"}, permission.CreditTransfer, false},
		"credit transfer for prepaid":         {permission.Line{Subscription: "prepaid"}, permission.CreditTransfer, true},
		"credit transfer must still be given": {permission.Line{Subscription: "prepaid", Access: []string{}}, permission.CreditTransfer, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, permission.Granted(tt.line, tt.key)) })
	}
}

func TestValidate_OtherLine_IsRefused(t *testing.T) {
	sub := permission.Line{Subscription: "prepaid", Access: []string{"history"}}
	for name, rule := range map[string]permission.Rule{
		"only the main account": {MainOnly: true},
		"only postpaid":         {Subscription: permission.Postpaid},
		"a missing key":         {Key: permission.Bundles},
		"bills of prepaid":      {Key: permission.Bills},
	} {
		var refused *contract.Refusal
		require.ErrorAs(t, rule.Validate(sub), &refused, name)
		require.Equal(t, -403, contract.Catalogue[refused.Code].Number)
	}
	require.NoError(t, permission.Rule{Key: permission.History, Subscription: permission.Prepaid}.Validate(sub))
	require.NoError(t, permission.Rule{MainOnly: true}.Validate(permission.Line{Main: true}))
}

func TestHidden_MissingKey_ListsEntries(t *testing.T) {
	require.Equal(t, []string{"myBills"}, permission.Hidden(permission.Line{Main: true, Subscription: "prepaid"}))
	everything := permission.Hidden(permission.Line{Subscription: "prepaid", Access: []string{}})
	for _, feature := range permission.Features {
		require.NotEmpty(t, feature.Menu)
		require.Subset(t, everything, feature.Menu)
	}
}

func TestHidden_MissingKey_ListsPages(t *testing.T) {
	for key, feature := range permission.Features {
		others := []string{}
		for other := range permission.Features {
			if other != key {
				others = append(others, string(other))
			}
		}
		hidden := permission.Hidden(permission.Line{Subscription: "prepaid", Access: others})
		require.Subset(t, hidden, feature.Routes, key)
	}
}
