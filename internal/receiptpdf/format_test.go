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

func TestMoney_HasItsSignBeforeItAndThousandsApart(t *testing.T) {
	tests := map[contract.Halalas]string{
		0: "0.00", 5: "0.05", 11_500: "115.00", 100_000: "1,000.00", 123_456_789: "1,234,567.89", -1_005: "-10.05", -5: "-0.05",
	}
	for amount, number := range tests {
		require.Equal(t, "SAR "+number, receiptpdf.Money(amount, receiptpdf.English))
		require.Equal(t, receiptpdf.LTR(number)+" ريال", receiptpdf.Money(amount, receiptpdf.Arabic))
	}
}
