package present_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/server/present"
	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

func TestProgress_EachOrder_FitsTheContract(t *testing.T) {
	for _, key := range orderkinds.All() {
		for o := range orderkinds.Standings(key) {
			p := present.In("en").Order(o).Progress
			require.NotNil(t, p)
			require.True(t, p.Headline.Valid(), p.Headline)
			for _, m := range p.Milestones {
				require.True(t, m.Key.Valid() && m.State.Valid() && (m.Actor == nil || m.Actor.Valid()), m)
			}
		}
	}
}

func TestProgress_Wizard_IsAbsent(t *testing.T) {
	draft := orderkinds.OfKind(orderkinds.All()[0], contract.StageWizard)
	require.Nil(t, present.In("en").Order(draft).Progress)
}

// asksCustomer matches words for a customer who fills in a form, which is impossible while an order is held.
var asksCustomer = regexp.MustCompile(`(?i)try again|please|oops|حاول|يُ?رجى|نرجو|(^| )تواصل مع`)

func TestHeldOrder_EachCode_HasBothTexts(t *testing.T) {
	for code := range contract.Catalogue {
		o := orderkinds.OfKind(orderkinds.All()[0], contract.StageHeld)
		o.Held = &contract.Held{FailureCode: code, Work: contract.WorkShip, From: contract.StagePreparing}
		english, arabic := present.In("en").Order(o).Held.Message, present.In("ar").Order(o).Held.Message
		require.NotEqual(t, english, arabic, code)
		require.NotRegexp(t, asksCustomer, english, code)
		require.NotRegexp(t, asksCustomer, arabic, code)
		require.NotEqual(t, texts.Text("en", contract.FailInternal, nil), english, code)
	}
}
