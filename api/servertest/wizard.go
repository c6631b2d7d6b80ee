package servertest

import (
	"net/http"
	"time"

	"selfcare/internal/contract"
)

const GoodContact = `{"fullName":"Noura Ali","email":"noura@example.com","mobile":"0551234567","mobileConfirmation":"0551234567"}`

// WizardCall is one step of the wizard as the browser takes it, and what answers it.
type WizardCall struct {
	Operation    string
	Method, Path string
	Step         contract.Step
	Update       string
	answered     func(*contract.Order)
}

var WizardCalls = []WizardCall{
	{"selectNumber", http.MethodPut, "/number", contract.StepNumberSelection, contract.UpdateSelectNumber, func(o *contract.Order) {
		o.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 50000}
	}},
	{"selectPlan", http.MethodPut, "/plan", contract.StepPlanSelection, contract.UpdateSelectPlan, func(o *contract.Order) {
		o.Plan = &contract.Plan{ID: "hawakom-90"}
	}},
	{"checkEligibility", http.MethodPut, "/eligibility", contract.StepEligibilityCheck, contract.UpdateCheckEligibility, func(o *contract.Order) {
		o.Person = &contract.Person{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01"}
	}},
	{"requestIdentity", http.MethodPost, "/identity", contract.StepIdentityValidation, contract.UpdateRequestIdentity, func(o *contract.Order) {
		o.Identity = &contract.Identity{Status: contract.IdentityCompleted, Purpose: contract.PurposeOrder}
	}},
	{"providePersonalInformation", http.MethodPut, "/personal-information", contract.StepUserInformation, contract.UpdateProvideContact, func(o *contract.Order) {
		o.Contact = &contract.Contact{FullName: "Noura Ali", Email: "noura@example.com", Mobile: ContactMobile}
	}},
	{"chooseDelivery", http.MethodPut, "/delivery", contract.StepDelivery, contract.UpdateChooseDelivery, func(o *contract.Order) {
		o.Delivery = &contract.Delivery{Method: contract.DeliverPickup, BranchID: "RUH-1"}
	}},
	{"confirmOrder", http.MethodPost, "/confirmation", contract.StepOrderConfirmation, contract.UpdateConfirm, func(o *contract.Order) {
		o.Price = &contract.Price{Lines: []contract.PriceLine{{Key: contract.LineNumber, Amount: 1000}}, Total: 1000, PinnedAt: time.Now()}
	}},
	{"payOrder", http.MethodPost, "/payments", contract.StepPayment, contract.UpdatePay, nil},
}

// AnswerUpTo starts an order and answers the first n steps.
func (r *Rig) AnswerUpTo(count int, further ...func(*contract.Order)) Started {
	r.T.Helper()
	o := r.Start()
	r.Put(o, func(full *contract.Order) {
		for _, call := range WizardCalls[:count] {
			call.answered(full)
		}
		for _, change := range further {
			change(full)
		}
	})
	return o
}
