package servertest

import (
	"net/http"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/typed"
)

const (
	CardNumber = "8996601000000000004"
	CardOwner  = "1000000008"
)

// MustFindByCard opens a session by SIM card and owner's ID.
func (r *Rig) MustFindByCard(o Started) Started {
	r.T.Helper()
	got := r.FindByCard(CardNumber, CardOwner)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	found := Decoded[struct {
		Items []struct{ OrderID, OrderSessionID string }
	}](r.T, got).Items
	require.Len(r.T, found, 1)
	require.Equal(r.T, o.ID, found[0].OrderID)
	return Started{o.ID, found[0].OrderSessionID}
}

func WithCheckDigit(digits string) string { return digits + string(typed.LuhnDigit(digits)) }

// DeliverOrder adds an order whose SIM arrived.
func (r *Rig) DeliverOrder(idNumber, iccid string) Started {
	r.T.Helper()
	o := r.Start()
	r.Put(o, func(full *contract.Order) {
		full.Stage = contract.StageDelivered
		full.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 50000}
		full.Person = &contract.Person{IDNumber: idNumber, Nationality: "SA", BirthDate: "1990-01-01", FullNameEn: "Noura", FullNameAr: "نورة"}
		full.SIM = &contract.SIM{ICCID: iccid, PUK1: "12345678"}
	})
	return o
}

func (r *Rig) FindByCard(iccid, idNumber string) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/sim-activation/orders", `{"iccid":"`+iccid+`","idNumber":"`+idNumber+`"}`)
}
