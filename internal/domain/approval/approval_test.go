package approval_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/approval"
	"selfcare/internal/domain/settlement"
)

func TestNeedsSecondPerson_AboveADay_IsTrue(t *testing.T) {
	for name, tt := range map[string]struct {
		given, amount, above contract.Halalas
		want                 bool
	}{
		"the limit itself":          {0, 500, 500, false},
		"a halala more":             {0, 501, 500, true},
		"the second part of a day":  {300, 201, 500, true},
		"up to the limit in parts":  {300, 200, 500, false},
		"a limit of nothing":        {0, 1, 0, true},
		"a day far above the limit": {9000, 1, 500, true},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.want, approval.NeedsSecondPerson(tt.given, tt.amount, tt.above))
		})
	}
}

func TestAtStake_Difference_IsItsMoney(t *testing.T) {
	line := func(amount, fee contract.Halalas) *settlement.Line {
		return &settlement.Line{Amount: amount, Fee: fee, VAT: 10}
	}
	booked := func(amount contract.Halalas) *settlement.Booked { return &settlement.Booked{Amount: amount} }
	for name, tt := range map[string]struct {
		of   settlement.Difference
		want contract.Halalas
	}{
		"only theirs":    {settlement.Difference{Theirs: line(700, 5)}, 700},
		"only ours":      {settlement.Difference{Ours: booked(900)}, 900},
		"another amount": {settlement.Difference{Theirs: line(700, 5), Ours: booked(900)}, 200},
		"another fee":    {settlement.Difference{Theirs: line(700, 5), Ours: booked(700), Fee: 3, VAT: 9}, 3},
		"a chargeback": {settlement.Difference{
			Theirs: &settlement.Line{Ref: settlement.Ref{Type: settlement.Chargeback}, Amount: 700, Fee: 10, VAT: 2}, Ours: booked(700),
		}, 712},
		"neither side":       {settlement.Difference{}, 0},
		"the same, but late": {settlement.Difference{Theirs: line(700, 5), Ours: booked(700), Fee: 5, VAT: 10}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.want, approval.AmountGiven(settlement.Item{Difference: tt.of}))
		})
	}
}
