package order_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

var writeTable = flag.Bool("write-table", false, "write docs/kinds.md anew")

const kindsPage = "../../../docs/kinds.md"

// The test writes the page of the documentation: go test ./internal/domain/order -write-table
func TestKinds_MatchTheDocumentation(t *testing.T) {
	table := kindTable()
	page, err := os.ReadFile(kindsPage)
	require.NoError(t, err)
	kinds, waits, found := strings.Cut(string(page), waitsTitle)
	require.True(t, found, "the page ends with the table of waits, which workflows/waits_test.go writes")
	if *writeTable {
		require.NoError(t, os.WriteFile(kindsPage, []byte(table+waitsTitle+waits), 0o600))
		return
	}
	require.Equal(t, table, kinds)
}

// waitsTitle begins the part of the page that another test writes.
const waitsTitle = "\n# Waits\n"

func kindTable() string {
	var b strings.Builder
	b.WriteString("# Kinds of order\n\nEach kind is a row of `internal/domain/order/definition.go`; a test writes this page.\n")
	for _, key := range orderkinds.All() {
		d := order.Definitions[key]
		fmt.Fprintf(&b, "\n## %s, number %s, %s\n", key.Kind, key.Source, key.SIM)
		fmt.Fprintf(&b, "The customer can cancel until the order is **%s**.\n\nWizard: %s\n\n", d.PointOfNoReturn, join(d.Steps))
		b.WriteString("| phase | compensations |\n|---|---|\n")
		for _, phase := range d.Phases {
			fmt.Fprintf(&b, "| %s | %s |\n", phase, join(orderkinds.Compensations[phase]))
		}
	}
	return b.String()
}

func join[T ~string](parts []T) string {
	words := make([]string, len(parts))
	for i, part := range parts {
		words[i] = string(part)
	}
	return strings.Join(words, ", ")
}

func TestCanCancel_PointOfNoReturn_IsFalse(t *testing.T) {
	stages := []contract.Stage{
		contract.StageWizard, contract.StagePlaced, contract.StagePreparing, contract.StageDispatched,
		contract.StageDelivered, contract.StagePorting, contract.StageActive,
	}
	for _, key := range orderkinds.All() {
		t.Run(fmt.Sprint(key), func(t *testing.T) {
			reached := false
			for _, stage := range stages {
				reached = reached || stage == order.Definitions[key].PointOfNoReturn
				o := contract.Order{Kind: key.Kind, NumberSource: key.Source, SIMType: key.SIM, Stage: stage}
				require.Equal(t, !reached, order.CanCancel(o), stage)
				o.Stage, o.Held = contract.StageHeld, &contract.Held{From: stage}
				require.Equal(t, !reached, order.CanCancel(o), "held from %s", stage)
			}
		})
	}
}

func TestValidateStart_Cases(t *testing.T) {
	phone := &contract.Device{Model: "phone"}
	tests := map[string]struct {
		order  contract.Order
		msisdn string
		want   error
	}{
		"a SIM with its number":         {contract.Order{Kind: contract.KindSIM, NumberSource: contract.NumberNew}, "0570000001", nil},
		"an eSIM with phone and number": {contract.Order{Kind: contract.KindESIM, NumberSource: contract.NumberNew, Device: phone}, "0570000001", nil},
		"an eSIM for an unknown phone":  {contract.Order{Kind: contract.KindESIM, NumberSource: contract.NumberNew}, "0570000001", contract.Refuse(contract.FailStepOutOfOrder)},
		"a new number for a ported one": {contract.Order{Kind: contract.KindSIM, NumberSource: contract.NumberPortIn}, "0570000001", contract.Refuse(contract.FailStepOutOfOrder)},
		"a multi-SIM of no type":        {contract.Order{Kind: contract.KindMultiSIM, NumberSource: contract.NumberExisting}, "", contract.Refuse(contract.FailKindNotOffered)},
		"a replacement with new number": {contract.Order{Kind: contract.KindSIMReplacement, NumberSource: contract.NumberNew}, "", contract.Refuse(contract.FailKindNotOffered)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tt.order.Stage = contract.StageWizard
			require.Equal(t, tt.want, order.ValidateStart(tt.order, tt.msisdn))
		})
	}
}

// An eSIM shows its number to any phone, and a ported number is switched on by its cut-over.
func TestWaitsForItsCard_DeliveredCard_IsTrue(t *testing.T) {
	for _, key := range orderkinds.All() {
		for _, stage := range []contract.Stage{contract.StageDispatched, contract.StageDelivered, contract.StagePorting, contract.StageActive, contract.StageHeld} {
			o := contract.Order{Kind: key.Kind, NumberSource: key.Source, SIMType: key.SIM, Stage: stage, Line: &contract.Line{MSISDN: "0570000001"}}
			if key.SIM == contract.SIMPhysical {
				o.SIM = &contract.SIM{ICCID: "8996605000000000018"}
			} else {
				o.Profile = &contract.Profile{ICCID: "8996605000000000018"}
			}
			waits := key.SIM == contract.SIMPhysical && key.Source != contract.NumberPortIn && stage == contract.StageDelivered
			require.Equal(t, waits, order.WaitsForItsCard(o), "%s %s", key, stage)
		}
	}
}
