// Package esim holds the rules of GSMA SGP.22 on eSIM profiles as pure functions: EID, ICCID, activation code, and the meaning of
// installation faults.
package esim

import (
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/domain/typed"
)

const (
	eidDigits   = 32
	iccidDigits = 19
	iccidFiller = "F" // the network pads an ICCID to twenty places
	// Pages that start the installation: Apple's, for iOS 17.4 and later, and Google's, which sellers of eSIMs use and no document describes.
	onIPhone  = "https://esimsetup.apple.com/esim_qrcode_provisioning"
	onAndroid = "https://esimsetup.android.com/esim_qrcode_provisioning"
)

// ValidateDevice refuses a device with neither EID nor model, with both, or with an impossible EID. The list of devices says
// whether a model takes an eSIM.
func ValidateDevice(d contract.Device) error {
	switch {
	case d.EID == "" && d.Model == "", d.EID != "" && d.Model != "":
		return contract.Refuse(contract.FailDeviceRequired)
	case d.EID != "" && (len(d.EID) != eidDigits || !digits(d.EID)):
		return contract.RefuseField("eid", contract.FailEIDInvalid)
	case d.EID != "" && !typed.HasMod97Digits(d.EID): // GSMA SGP.29
		return contract.RefuseField("eid", contract.FailEIDMistyped)
	default:
		return nil
	}
}

// ICCID removes the filler from an ICCID of the network; false for a malformed one.
func ICCID(wire string) (string, bool) {
	iccid := strings.TrimSuffix(strings.ToUpper(wire), iccidFiller)
	return iccid, len(iccid) == iccidDigits && digits(iccid)
}

// WireICCID formats an ICCID as ES2+ sends it.
func WireICCID(iccid string) string { return iccid + iccidFiller }

// LPA returns the text of a profile's QR code.
func LPA(p contract.Profile) string {
	return "LPA:1$" + p.SMDPAddress + "$" + p.MatchingID
}

// OneTapLinks returns the links that install a profile on the phone itself, without a camera.
func OneTapLinks(p contract.Profile) (ios, android string) {
	data := "?carddata=" + LPA(p)
	return onIPhone + data, onAndroid + data
}

// fault is a subject code and a reason code of SGP.22.
type fault struct{ subject, reason string }

// faults maps the faults of a download or an installation to their meaning for the customer.
var faults = map[fault]contract.Code{
	{"8.1", "4.8"}:    contract.FailProfileNoMemory,    // eUICC: insufficient memory
	{"8.1.1", "3.8"}:  contract.FailProfileOtherPhone,  // EID: not the one the profile is linked to
	{"8.1.1", "3.10"}: contract.FailProfileOtherPhone,  // EID: invalid association
	{"8.2.5", "4.3"}:  contract.FailDeviceUnsupported,  // profile type: no eligible profile for this phone
	{"8.2.6", "3.3"}:  contract.FailProfileCodeUsed,    // matching ID: already in use
	{"8.2.6", "3.8"}:  contract.FailProfileCodeUsed,    // matching ID: refused
	{"8.8.5", "4.10"}: contract.FailProfileCodeExpired, // download order: time to live expired
	{"8.8.5", "6.4"}:  contract.FailProfileTries,       // download order: maximum number of retries exceeded
	{"8.2.7", "6.4"}:  contract.FailProfileTries,       // confirmation code: maximum number of retries exceeded
}

// Fault returns the meaning of a subject code and a reason code. An unknown pair means a failed installation: another profile may
// succeed.
func Fault(subject, reason string) contract.Code {
	if code, known := faults[fault{subject, reason}]; known {
		return code
	}
	return contract.FailProfileNotInstall
}

// NeedsOtherDevice tells faults that another profile on the same phone cannot overcome.
func NeedsOtherDevice(code contract.Code) bool { return code == contract.FailDeviceUnsupported }

func digits(text string) bool {
	return strings.Trim(text, "0123456789") == ""
}
