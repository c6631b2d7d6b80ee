package receiptpdf_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/receiptpdf"
)

func TestMoment_IsThatOfRiyadh(t *testing.T) {
	late := time.Date(2026, time.December, 31, 21, 5, 0, 0, time.UTC)
	require.Equal(t, "1 January 2027 12:05 am", receiptpdf.Moment(late, receiptpdf.English))
	require.Equal(t, "1 يناير 2027 12:05 ص", receiptpdf.Moment(late, receiptpdf.Arabic))
	require.Equal(t, "1 يناير 2027", receiptpdf.Day(late, receiptpdf.Arabic))
}

func TestMoney_Amount_HasSignAndGroups(t *testing.T) {
	tests := map[contract.Halalas][2]string{
		0: {"0.00", "ريال"}, 5: {"0.05", "ريال"}, 500: {"5.00", "ريالات"}, 11_500: {"115.00", "ريالًا"}, 100_000: {"1,000.00", "ريال"},
		123_456_789: {"1,234,567.89", "ريالًا"}, -1_005: {"-10.05", "ريالات"}, -5: {"-0.05", "ريال"},
	}
	for amount, want := range tests {
		require.Equal(t, "SAR "+want[0], receiptpdf.Money(amount, receiptpdf.English))
		require.Equal(t, receiptpdf.LTR(want[0])+" "+want[1], receiptpdf.Money(amount, receiptpdf.Arabic))
	}
}
