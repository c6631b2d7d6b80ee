package present_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/server/present"
	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// heldScreens lists the screens of held orders, by kind of order.
const heldScreens = "../../../web/e2e/screenshots/held-codes.json"

// inWordsOfAll is the general text for a hold that has no specific text.
const inWordsOfAll contract.Code = "other"

func TestHeldOrder_EachCode_HasAScreen(t *testing.T) {
	file, err := os.ReadFile(heldScreens)
	require.NoError(t, err)
	var shown map[string][]contract.Code
	require.NoError(t, json.Unmarshal(file, &shown))
	require.ElementsMatch(t, append(heldInOwnWords(), inWordsOfAll), slices.Concat(slices.Collect(maps.Values(shown))...),
		"%s: a picture of each code that holds in words of its own, and one of all others", heldScreens)
}

func heldInOwnWords() (codes []contract.Code) {
	words := texts.Text(texts.English, "held."+inWordsOfAll, nil)
	for code := range contract.Catalogue {
		o := orderkinds.OfKind(orderkinds.All()[0], contract.StageHeld)
		o.Held = &contract.Held{FailureCode: code}
		if present.In(texts.English).Order(o).Held.Message != words {
			codes = append(codes, code)
		}
	}
	return codes
}

// The parcel of an order that is over may still come to the door.
func TestEndedOrder_ParcelOnItsWay_IsNotToBeAccepted(t *testing.T) {
	for status, isTold := range map[contract.ShipmentStatus]bool{
		contract.ShipmentPickedUp: true, contract.ShipmentFailedAttempt: true,
		contract.ShipmentReturned: false, contract.ShipmentCancelled: false, contract.ShipmentDelivered: false, contract.ShipmentBooked: false,
	} {
		o := orderkinds.OfKind(orderkinds.All()[0], contract.StageCancelled)
		o.Ended, o.Shipment = &contract.Ended{Reason: contract.EndedBySupport}, &contract.Shipment{Status: status}
		for _, language := range []string{texts.English, texts.Arabic} {
			want := texts.Text(language, contract.EndedBySupport, nil)
			if isTold {
				want += " " + texts.Text(language, "ended.parcel", nil)
			}
			require.Equal(t, want, present.In(language).Order(o).Ended.Message, status)
		}
	}
}
