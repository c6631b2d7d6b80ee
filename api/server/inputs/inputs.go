// Package inputs reads input of the same shape for several handlers.
package inputs

import (
	"slices"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/esim"
	"selfcare/internal/domain/number"
)

// Contact refuses a mobile number whose two entries differ, and a single entry of an unproven number. The second entry
// is not stored.
func Contact(in gen.PersonalInformation, verified ...contract.Channel) (contract.Contact, error) {
	again := optional.Value(in.MobileConfirmation)
	if again == "" && slices.Contains(verified, contract.ByMobile) {
		again = in.Mobile
	}
	if in.Mobile != again {
		return contract.Contact{}, contract.RefuseField("mobileConfirmation", contract.FailMobileMismatch)
	}
	return contract.Contact{FullName: in.FullName, Email: in.Email, Mobile: in.Mobile, Verified: verified}, nil
}

// Device reads the phone of an eSIM, if one is named.
func Device(in *gen.Device) *contract.Device {
	if in == nil {
		return nil
	}
	return &contract.Device{EID: optional.Value(in.Eid), Model: optional.Value(in.Model)}
}

// Mobile reads a Saudi mobile number; the number of a data SIM is not one.
func Mobile(field, text string) (string, error) {
	msisdn, err := number.Parse(text)
	if err != nil {
		return "", &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{field: "field.mobile"}}
	}
	return msisdn, nil
}

// Number reads a number in any common form.
func Number(field, text string) (string, error) {
	msisdn, err := number.ParseAny(text)
	if err != nil {
		return "", &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{field: "field.mobile_number"}}
	}
	return msisdn, nil
}

// Amendments reads support's corrections of an order.
func Amendments(address *gen.Address, contact *gen.PersonalInformation, device *gen.Device) (*contract.Amendments, error) {
	a := &contract.Amendments{Address: present.AddressOf(address)}
	if device := Device(device); device != nil {
		if err := esim.ValidateDevice(*device); err != nil {
			return a, err
		}
		a.Device = device
	}
	if contact != nil {
		read, err := Contact(*contact)
		if err != nil {
			return a, contract.RefuseField("amendments.contact.mobileConfirmation", contract.FailMobileMismatch)
		}
		a.Contact = &read
	}
	return a, nil
}
