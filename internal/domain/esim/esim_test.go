package esim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/esim"
)

var eid = "89049032123451234512345678901235"

func TestValidateDevice_Cases(t *testing.T) {
	tests := map[string]struct {
		device contract.Device
		want   error
	}{
		"a model":               {contract.Device{Model: "apple-iphone-16"}, nil},
		"an EID":                {contract.Device{EID: eid}, nil},
		"neither":               {contract.Device{}, contract.Refuse(contract.FailDeviceRequired)},
		"both":                  {contract.Device{EID: eid, Model: "apple-iphone-16"}, contract.Refuse(contract.FailDeviceRequired)},
		"a digit missing":       {contract.Device{EID: eid[1:]}, contract.RefuseField("eid", contract.FailEIDInvalid)},
		"a digit too many":      {contract.Device{EID: eid + "1"}, contract.RefuseField("eid", contract.FailEIDInvalid)},
		"a letter":              {contract.Device{EID: eid[1:] + "F"}, contract.RefuseField("eid", contract.FailEIDInvalid)},
		"a wrong digit":         {contract.Device{EID: "89034011560010000000000000000131"}, contract.RefuseField("eid", contract.FailEIDMistyped)},
		"two digits swapped":    {contract.Device{EID: "98049032123451234512345678901235"}, contract.RefuseField("eid", contract.FailEIDMistyped)},
		"digits of other kinds": {contract.Device{EID: strings.Repeat("٨٩", 8)}, contract.RefuseField("eid", contract.FailEIDInvalid)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, esim.ValidateDevice(tt.device)) })
	}
}

func TestICCID(t *testing.T) {
	for wire, want := range map[string]string{
		"8996606000000000011F": "8996606000000000011", "8996606000000000011f": "8996606000000000011",
		"8996606000000000011": "8996606000000000011",
	} {
		iccid, ok := esim.ICCID(wire)
		require.True(t, ok, wire)
		require.Equal(t, want, iccid)
	}
	for _, wire := range []string{"", "F", "89966060000000000110", "899660600000000001F", "8996606000000000011FF", "899660600000000001x"} {
		_, ok := esim.ICCID(wire)
		require.False(t, ok, wire)
	}
	require.Equal(t, "8996606000000000011F", esim.WireICCID("8996606000000000011"))
}

func TestLPA(t *testing.T) {
	p := contract.Profile{SMDPAddress: "rsp.example", MatchingID: "AAAAA-BBBBB"}
	require.Equal(t, "LPA:1$rsp.example$AAAAA-BBBBB", esim.LPA(p))
	ios, android := esim.OneTapLinks(p)
	require.Equal(t, "https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=LPA:1$rsp.example$AAAAA-BBBBB", ios)
	require.Equal(t, "https://esimsetup.android.com/esim_qrcode_provisioning?carddata=LPA:1$rsp.example$AAAAA-BBBBB", android)
}

func TestFault_EachPair_HasItsCode(t *testing.T) {
	for pair, want := range map[[2]string]contract.Code{
		{"8.1", "4.8"}: contract.FailProfileNoMemory, {"8.1.1", "3.8"}: contract.FailProfileOtherPhone,
		{"8.2.5", "4.3"}: contract.FailDeviceUnsupported, {"8.2.6", "3.8"}: contract.FailProfileCodeUsed,
		{"8.8.5", "4.10"}: contract.FailProfileCodeExpired, {"8.8.5", "6.4"}: contract.FailProfileTries,
		{"8.2", "4.2"}: contract.FailProfileNotInstall, {"", ""}: contract.FailProfileNotInstall,
	} {
		got := esim.Fault(pair[0], pair[1])
		require.Equal(t, want, got, pair)
		require.Equal(t, got == contract.FailDeviceUnsupported, esim.NeedsOtherDevice(got))
		require.Equal(t, contract.FixCustomer, contract.Catalogue[got].Fix)
	}
}
