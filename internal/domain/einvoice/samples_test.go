package einvoice_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/invoices"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/rules"
	"selfcare/internal/domain/einvoice/ubl"
)

func TestSamples_Flags_ChooseKinds(t *testing.T) {
	standard := []string{"standard-invoice", "standard-credit-note", "standard-debit-note"}
	simplified := []string{"simplified-invoice", "simplified-credit-note", "simplified-debit-note"}
	tests := map[string]struct {
		standard, simplified bool
		want                 []string
	}{
		"1000": {true, false, standard},
		"0100": {false, true, simplified},
		"1100": {true, true, append(append([]string{}, standard...), simplified...)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			samples, err := einvoice.Samples(invoices.Seller(), 15, tt.standard, tt.simplified, invoices.Now)
			require.NoError(t, err)
			var names []string
			for _, s := range samples {
				names = append(names, s.Name)
			}
			require.Equal(t, tt.want, names)
		})
	}
}

// Each sample passes our table of rules once it is stamped, like a document that counts.
func TestSamples_Stamped_BreakNoRule(t *testing.T) {
	samples, err := einvoice.Samples(invoices.Seller(), 15, true, true, invoices.Now)
	require.NoError(t, err)
	for _, s := range samples {
		s.Document.UUID, s.Document.Place = "8e6000cf-1a98-4174-b3e7-b5d5954bc10d", einvoice.Place{Counter: 1, Previous: einvoice.FirstHash}
		made, err := invoices.Device(t).Stamp(s.Document, invoices.Now)
		require.NoError(t, err)
		tree, err := ubl.Parse(made.XML)
		require.NoError(t, err)
		require.Empty(t, rules.Broken(tree, invoices.Now.Add(time.Minute)), s.Name)
	}
}
