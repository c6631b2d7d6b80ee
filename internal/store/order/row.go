// Package order stores the orders with their timelines and sessions.
package order

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// orderRow holds the searchable columns, and the order itself in two parts: a readable one and an encrypted one.
type orderRow struct {
	bun.BaseModel `bun:"table:orders,alias:o"`

	ID          string          `bun:"id"`
	Number      string          `bun:"number"`
	Kind        contract.Kind   `bun:"kind"`
	Stage       contract.Stage  `bun:"stage"`
	Step        contract.Step   `bun:"step"`
	MSISDN      string          `bun:"msisdn,nullzero"`
	ICCID       string          `bun:"iccid,nullzero"`
	FailureCode contract.Code   `bun:"failure_code,nullzero"`
	DueAt       time.Time       `bun:"due_at,nullzero"`
	IDHash      []byte          `bun:"id_hash,nullzero"`
	MobileHash  []byte          `bun:"mobile_hash,nullzero"`
	EmailHash   []byte          `bun:"email_hash,nullzero"`
	Session     []byte          `bun:"session"`
	Subject     string          `bun:"subject"`
	State       json.RawMessage `bun:"state,type:jsonb"`
	Personal    []byte          `bun:"personal"`
	Awaited     contract.Stage  `bun:"awaited"`
	City        string          `bun:"city"`
	WaitsFor    string          `bun:"waits_for"`
	LateAt      time.Time       `bun:"late_at,nullzero"`
	Seq         int64           `bun:"seq"`
	CreatedAt   time.Time       `bun:"created_at"`
	UpdatedAt   time.Time       `bun:"updated_at,nullzero,default:now()"` // set by the database alone
}

// personal is the part of an order that is encrypted as a whole. While a newer version runs as well, its unknown fields may be
// personal too, so the whole order is in here then.
type personal struct {
	contract.Unknown
	Person  *contract.Person  `json:"person,omitempty"`
	Contact *contract.Contact `json:"contact,omitempty"`
	Address *contract.Address `json:"address,omitempty"`
	PUK1    string            `json:"puk1,omitempty"`
	EID     string            `json:"eid,omitempty"`
	Code    string            `json:"code,omitempty"` // the eSIM's activation code
	SIMName string            `json:"simName,omitempty"`
	Whole   json.RawMessage   `json:"whole,omitempty"` // the order with the unknown fields of a newer version
}

// keptPersonal is the member of an order with the unknown fields of its encrypted part.
const keptPersonal = "$personal"

func orderSealContext(id string) string { return "orders/" + id }

func (q Orders) rowOf(o contract.Order) (orderRow, error) {
	readable, hidden := split(o)
	state, err := json.Marshal(readable)
	if err == nil && contract.HasUnknown(o) {
		hidden.Whole, err = contract.Encode(o)
	}
	if err != nil {
		return orderRow{}, fmt.Errorf("encode order: %w", err)
	}
	sealed, err := q.Keys.SealJSON(orderSealContext(o.ID), hidden)
	if err != nil {
		return orderRow{}, err
	}
	row := orderRow{
		ID: o.ID, Number: o.Number, Kind: o.Kind, Stage: o.Stage, Step: o.Step, DueAt: dueAt(o),
		State: state, Personal: sealed, Seq: o.Seq, CreatedAt: o.CreatedAt,
	}
	row.MSISDN, row.ICCID = order.MSISDN(o), order.ICCID(o)
	if o.Person != nil {
		row.IDHash = q.Keys.Hash(o.Person.IDNumber)
	}
	if o.Contact != nil {
		row.MobileHash, row.EmailHash = q.Keys.Hash(o.Contact.Mobile), q.Keys.Hash(strings.ToLower(o.Contact.Email))
	}
	row.FailureCode = failureOf(o)
	row.Awaited, row.City, row.WaitsFor = order.Awaited(o), order.City(o), order.WaitsForPartner(o)
	if o.Late != nil {
		row.LateAt = o.Late.Since
	}
	return row, nil
}

func failureOf(o contract.Order) contract.Code {
	switch {
	case o.Held != nil:
		return o.Held.FailureCode
	case o.Ended != nil:
		return o.Ended.Reason
	case o.Refund != nil:
		return o.Refund.FailureCode
	default:
		return ""
	}
}

// dueAt returns when time alone changes the order: the end of its hold.
func dueAt(o contract.Order) time.Time {
	if o.Booking == nil {
		return time.Time{}
	}
	return o.Booking.HeldUntil
}

// split removes the personal data from a copy of an order.
func split(o contract.Order) (contract.Order, personal) {
	hidden := personal{Person: o.Person, Contact: o.Contact}
	o.Person, o.Contact = nil, nil
	if o.Delivery != nil {
		delivery := *o.Delivery
		hidden.Address, delivery.Address = delivery.Address, nil
		o.Delivery = &delivery
	}
	if o.SIM != nil {
		sim := *o.SIM
		hidden.PUK1, sim.PUK1 = sim.PUK1, ""
		o.SIM = &sim
	}
	if o.ExtraSIM != nil {
		extra := *o.ExtraSIM
		hidden.SIMName, extra.Name = extra.Name, ""
		o.ExtraSIM = &extra
	}
	if o.Device != nil {
		hidden.EID, o.Device = o.Device.EID, &contract.Device{Model: o.Device.Model}
	}
	if o.Profile != nil {
		profile := *o.Profile
		hidden.Code, profile.MatchingID = profile.MatchingID, ""
		o.Profile = &profile
	}
	return o, hidden
}

func (q Orders) recordOf(row orderRow) (Record, error) {
	var o contract.Order
	if err := contract.Decode(row.State, &o); err != nil {
		return Record{}, fmt.Errorf("decode order: %w", err)
	}
	var hidden personal
	if err := q.Keys.OpenJSON(orderSealContext(row.ID), row.Personal, &hidden); err != nil {
		return Record{}, err
	}
	join(&o, hidden)
	if hidden.Whole != nil {
		var err error
		if o, err = wholeOrder(hidden.Whole); err != nil {
			return Record{}, fmt.Errorf("decode order: %w", err)
		}
	}
	return Record{Order: o, Session: row.Session, Subject: row.Subject, UpdatedAt: row.UpdatedAt}, nil
}

// join restores the personal data that split removed.
func join(o *contract.Order, hidden personal) {
	o.Person, o.Contact = hidden.Person, hidden.Contact
	if o.Delivery != nil {
		o.Delivery.Address = hidden.Address
	}
	if o.SIM != nil {
		o.SIM.PUK1 = hidden.PUK1
	}
	if o.ExtraSIM != nil {
		o.ExtraSIM.Name = hidden.SIMName
	}
	if o.Device != nil {
		o.Device.EID = hidden.EID
	}
	if o.Profile != nil {
		o.Profile.MatchingID = hidden.Code
	}
	if hidden.Members != "" {
		o.Put(keptPersonal, json.RawMessage(hidden.Members))
	}
}

// wholeOrder reads an order that was saved with unknown fields.
func wholeOrder(text json.RawMessage) (contract.Order, error) {
	var o contract.Order
	if err := contract.Decode(text, &o); err != nil {
		return contract.Order{}, err
	}
	kept := o.Take(keptPersonal)
	if kept == nil {
		return o, nil
	}
	_, hidden := split(o)
	if err := contract.Decode(kept, &hidden); err != nil {
		return contract.Order{}, err
	}
	join(&o, hidden)
	return o, nil
}

func (q Orders) recordsOf(rows []orderRow) ([]Record, error) {
	records := make([]Record, len(rows))
	for i, row := range rows {
		var err error
		if records[i], err = q.recordOf(row); err != nil {
			return nil, err
		}
	}
	return records, nil
}
