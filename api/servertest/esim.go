package servertest

import (
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

const (
	Profile = "8996606000000000011"
)

// ESIM is an order whose activation code was sent.
func (r *Rig) ESIM() Started {
	r.T.Helper()
	o := r.Start()
	r.Put(o, func(full *contract.Order) {
		full.Kind, full.Stage = contract.KindESIM, contract.StageDispatched
		full.Device = &contract.Device{EID: "89049032123451234512345678901235"}
		full.Contact = &contract.Contact{FullName: "Noura Ali", Email: "noura@example.com", Mobile: "0551234567"}
		full.Profile = &contract.Profile{
			ICCID: Profile, MatchingID: "AAAAA-BBBBB", SMDPAddress: "rsp.example", State: contract.ProfileReleased, Issued: 1,
			PromisedBy: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC),
		}
	})
	require.NoError(r.T, r.Store.Profiles.Claim(r.T.Context(), contract.ProfileOrder{OrderID: o.ID, Issue: 1}, Profile))
	return o
}
