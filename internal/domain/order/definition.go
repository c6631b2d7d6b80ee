// Package order holds the rules of an order as pure functions: which steps it has, what may happen when, what it costs.
package order

import "selfcare/internal/contract"

// Definition says how one kind of order runs.
type Definition struct {
	Steps []contract.Step
	// PointOfNoReturn is the first stage in which the customer cannot cancel any more.
	PointOfNoReturn contract.Stage
}

type key struct {
	kind   contract.Kind
	source contract.NumberSource
}

// definitions is the table of all kinds on offer; the wizard, the API and the workflow read it.
var definitions = map[key]Definition{
	{contract.KindSIM, contract.NumberNew}: {
		Steps: []contract.Step{
			contract.StepNumberSelection, contract.StepPlanSelection, contract.StepEligibilityCheck,
			contract.StepIdentityValidation, contract.StepPersonalInformation, contract.StepDelivery,
			contract.StepOrderConfirmation, contract.StepPayment, contract.StepOrderDetails,
		},
		PointOfNoReturn: contract.StageDispatched,
	},
}

// Offered tells whether orders of this kind and number source can be started.
func Offered(kind contract.Kind, source contract.NumberSource) bool {
	_, ok := definitions[key{kind, source}]
	return ok
}

// stepsOf lists an order's steps; a bundled package leaves the plan step out (spec §2).
func stepsOf(o contract.Order) []contract.Step {
	var steps []contract.Step
	for _, step := range definitions[key{o.Kind, o.NumberSource}].Steps {
		if step == contract.StepPlanSelection && o.PackageID != "" {
			continue
		}
		steps = append(steps, step)
	}
	return steps
}
