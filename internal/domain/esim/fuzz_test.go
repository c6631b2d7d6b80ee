package esim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/esim"
	"selfcare/internal/domain/typed"
)

func FuzzICCID(f *testing.F) {
	for _, wire := range []string{"", "F", "8996606000000000011F", "8996606000000000011f", "8996606000000000011", "899660600000000001FF", "٨٩٩٦٦٠٦٠٠٠٠٠٠٠٠٠٠١١"} {
		f.Add(wire)
	}
	f.Fuzz(func(t *testing.T, wire string) {
		iccid, ok := esim.ICCID(wire)
		if !ok {
			return
		}
		require.Empty(t, strings.Trim(iccid, "0123456789"))
		again, ok := esim.ICCID(esim.WireICCID(iccid))
		require.True(t, ok)
		require.Equal(t, iccid, again)
	})
}

func FuzzCheckDevice(f *testing.F) {
	f.Add("", "")
	f.Add(strings.Repeat("8904", 8), "")
	f.Add("89049032123451234512345678901235", "")
	f.Add("", "apple-iphone-16")
	f.Fuzz(func(t *testing.T, eid, model string) {
		if esim.ValidateDevice(contract.Device{EID: eid, Model: model}) == nil {
			require.NotEqual(t, eid == "", model == "")
			require.True(t, eid == "" || typed.HasMod97Digits(eid), eid)
		}
	})
}
