package portability_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	portabilityacts "selfcare/activities/portability"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
)

func (h *clearingHouse) out(what, reference string) (contract.PortOutStatus, error) {
	h.asked = append(h.asked, what+" "+reference)
	return h.moved, h.commands
}

func (h *clearingHouse) Answer(_ context.Context, in contract.PortOutAnswer) (contract.PortOutStatus, error) {
	return h.out("answer", in.Reference)
}

func (h *clearingHouse) OutStatus(_ context.Context, reference string) (contract.PortOutStatus, error) {
	h.asked = append(h.asked, "out-status "+reference)
	return h.stands, h.statusErr
}

func (h *clearingHouse) Stop(_ context.Context, reference string) (contract.PortOutStatus, error) {
	return h.out("stop", reference)
}

func (h *clearingHouse) LetGo(_ context.Context, reference string) (contract.PortOutStatus, error) {
	return h.out("let-go", reference)
}

// Each command returns the state of the request, also if it was refused or its outcome is unknown.
func TestPortOut_RefusedOrUnknown_AsksForState(t *testing.T) {
	commands := map[string]func(*portabilityacts.Activities) (contract.PortOutStatus, error){
		"answer": func(a *portabilityacts.Activities) (contract.PortOutStatus, error) {
			return a.AnswerPortOut(t.Context(), contract.PortOutAnswer{Reference: "PO1", Accepted: true})
		},
		"stop": func(a *portabilityacts.Activities) (contract.PortOutStatus, error) {
			return a.StopPortOut(t.Context(), "PO1")
		},
		"let-go": func(a *portabilityacts.Activities) (contract.PortOutStatus, error) {
			return a.LetNumberGo(t.Context(), "PO1")
		},
	}
	for name, do := range commands {
		house := &clearingHouse{moved: contract.ClearingAccepted}
		said, err := do(portabilityacts.New(house))
		require.NoError(t, err)
		require.Equal(t, contract.ClearingAccepted, said)
		require.Equal(t, []string{name + " PO1"}, house.asked)
		for _, fault := range []error{&gateway.Refusal{Code: "too_late"}, gateway.ErrUnknown} {
			house = &clearingHouse{commands: fault, stands: contract.ClearingCutOver}
			said, err = do(portabilityacts.New(house))
			require.NoError(t, err, name)
			require.Equal(t, contract.ClearingCutOver, said)
			require.Equal(t, []string{name + " PO1", "out-status PO1"}, house.asked)
		}
		_, err = do(portabilityacts.New(&clearingHouse{commands: gateway.ErrRetry}))
		require.ErrorIs(t, err, gateway.ErrRetry, "another try can help")
	}
}
