package transfer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/transfer"
)

var rules = transfer.Rules{Minimum: 100, MaxPercent: 50, Daily: 30_000, Monthly: 100_000}

func codeOf(t require.TestingT, err error) contract.Code {
	var refusal *contract.Refusal
	require.ErrorAs(t, err, &refusal)
	return refusal.Code
}

func TestValidate_Amount_NamesBrokenLimit(t *testing.T) {
	for name, tt := range map[string]struct {
		amount contract.Halalas
		sender transfer.Sender
		want   contract.Code
	}{
		"one riyal":                            {100, transfer.Sender{Balance: 200}, ""},
		"a halala less":                        {99, transfer.Sender{Balance: 10_000}, contract.FailTransferSmall},
		"nothing":                              {0, transfer.Sender{Balance: 10_000}, contract.FailTransferSmall},
		"less than nothing":                    {-100, transfer.Sender{Balance: 10_000}, contract.FailTransferSmall},
		"half of the balance":                  {5000, transfer.Sender{Balance: 10_000}, ""},
		"half and one halala":                  {5001, transfer.Sender{Balance: 10_000}, contract.FailTransferLarge},
		"half of an odd balance, rounded down": {501, transfer.Sender{Balance: 1001}, contract.FailTransferLarge},
		"from an empty balance":                {100, transfer.Sender{}, contract.FailTransferLarge},
		"all of the day's limit":               {30_000, transfer.Sender{Balance: 90_000}, ""},
		"more than is left of the day":         {10_001, transfer.Sender{Balance: 90_000, Today: 20_000, ThisMonth: 20_000}, contract.FailTransferDay},
		"more than is left of the month":       {10_001, transfer.Sender{Balance: 90_000, ThisMonth: 90_000}, contract.FailTransferMonth},
	} {
		t.Run(name, func(t *testing.T) {
			err := rules.Validate(tt.amount, tt.sender)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, tt.want, codeOf(t, err))
		})
	}
}

func TestMost_AgreesWithValidate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sender := transfer.Sender{
			Balance: contract.Halalas(rapid.Int64Range(0, 200_000).Draw(t, "balance")), Today: contract.Halalas(rapid.Int64Range(0, 40_000).Draw(t, "today")),
		}
		sender.ThisMonth = sender.Today + contract.Halalas(rapid.Int64Range(0, 110_000).Draw(t, "before"))
		most := rules.Most(sender)
		if most > 0 {
			require.NoError(t, rules.Validate(most, sender))
		}
		require.Error(t, rules.Validate(max(most+1, rules.Minimum), sender))
	})
}

func TestValidateRecipient_Self_Refused(t *testing.T) {
	for name, tt := range map[string]struct {
		to   transfer.Recipient
		want contract.Code
	}{
		"another prepaid line": {transfer.Recipient{ID: "b", Subscription: "prepaid", Active: true}, ""},
		"oneself":              {transfer.Recipient{ID: "a", Subscription: "prepaid", Active: true}, contract.FailTransferSelf},
		"a postpaid line":      {transfer.Recipient{ID: "b", Subscription: "postpaid", Active: true}, contract.FailTransferPostpaid},
		"one out of service":   {transfer.Recipient{ID: "b", Subscription: "prepaid"}, contract.FailTransferRecipient},
	} {
		t.Run(name, func(t *testing.T) {
			err := transfer.ValidateRecipient("to_mobile", "a", tt.to)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, tt.want, codeOf(t, err))
		})
	}
}

func TestValidateWallet_TooLow_Refused(t *testing.T) {
	for name, tt := range map[string]struct {
		left, megabytes int64
		refused         bool
	}{
		"exactly the minimum":   {250, 100, true},
		"one megabyte more":     {251, 100, false},
		"all of it":             {500, 500, false},
		"more than it has left": {500, 501, true},
	} {
		t.Run(name, func(t *testing.T) {
			err := transfer.ValidateWallet(transfer.Wallet{Left: tt.left}, tt.megabytes, 250)
			require.Equal(t, tt.refused, err != nil)
			if err != nil {
				require.Equal(t, contract.FailWalletSmall, codeOf(t, err))
			}
		})
	}
}

func TestFindDenomination_Other_Refused(t *testing.T) {
	offered := []transfer.Denomination{100, 1024}
	found, err := transfer.FindDenomination(offered, "1024")
	require.NoError(t, err)
	require.EqualValues(t, 1024, found)
	for _, id := range []string{"1000", "0100", "", "100 "} {
		_, err := transfer.FindDenomination(offered, id)
		require.Equal(t, contract.FailDenominationAbsent, codeOf(t, err), id)
	}
}
