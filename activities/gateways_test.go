package activities_test

import (
	"context"
	"fmt"
	"sync"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/gateway/esim"
	"selfcare/internal/gateway/identity"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/gateway/network"
	"selfcare/internal/gateway/payment"
	"selfcare/internal/gateway/registry"
)

// What the adapters answer with: each error is wrapped once, as theirs are.
var (
	errRetry    = fmt.Errorf("call system: %w", gateway.ErrRetry)
	errUnknown  = fmt.Errorf("call system: %w", gateway.ErrUnknown)
	errNotFound = fmt.Errorf("call system: %w", gateway.ErrNotFound)
)

func refusedWith(code string) error {
	return fmt.Errorf("call system: %w", &gateway.Refusal{System: "system", Code: code})
}

// Each stand-in answers as a test says and keeps what it was asked with, in order.

type cardProvider struct {
	charge, inquiry       payment.Result
	chargeErr, inquiryErr error
	refundErr             error
	charges               []payment.Charge
	inquired, refunded    []string
	refundedAmounts       []contract.Halalas
}

func (p *cardProvider) Charge(_ context.Context, c payment.Charge) (payment.Result, error) {
	p.charges = append(p.charges, c)
	return p.charge, p.chargeErr
}

func (p *cardProvider) Inquire(_ context.Context, paymentID string) (payment.Result, error) {
	p.inquired = append(p.inquired, paymentID)
	return p.inquiry, p.inquiryErr
}

func (p *cardProvider) Refund(_ context.Context, paymentID string, amount contract.Halalas) error {
	p.refunded, p.refundedAmounts = append(p.refunded, paymentID), append(p.refundedAmounts, amount)
	return p.refundErr
}

type identityApp struct {
	request    identity.Request
	requestErr []error // one for each call, then none
	status     contract.IdentityStatus
	statusErr  error
	requestIDs []string
	asked      [][]string
}

func (a *identityApp) Request(_ context.Context, requestID, idNumber, language string) (identity.Request, error) {
	a.requestIDs, a.asked = append(a.requestIDs, requestID), append(a.asked, []string{idNumber, language})
	if len(a.requestErr) >= len(a.requestIDs) {
		return identity.Request{}, a.requestErr[len(a.requestIDs)-1]
	}
	return a.request, nil
}

func (a *identityApp) Status(_ context.Context, transactionID, idNumber, random string) (contract.IdentityStatus, error) {
	a.asked = append(a.asked, []string{transactionID, idNumber, random})
	return a.status, a.statusErr
}

type personRegistry struct {
	person registry.Person
	err    error
	asked  []string
}

func (r *personRegistry) Lookup(_ context.Context, idNumber, birthDate string) (registry.Person, error) {
	r.asked = []string{idNumber, birthDate}
	return r.person, r.err
}

type parcelCourier struct {
	bill, found                    courier.AirwayBill
	status                         contract.ShipmentStatus
	branches                       []courier.Branch
	bookErr, inquireErr, statusErr error
	cancelErr, branchesErr         error
	booked                         []courier.Parcel
	inquired, askedFor, cancelled  []string
}

func (c *parcelCourier) Book(_ context.Context, p courier.Parcel) (courier.AirwayBill, error) {
	c.booked = append(c.booked, p)
	return c.bill, c.bookErr
}

func (c *parcelCourier) Inquire(_ context.Context, reference string) (courier.AirwayBill, error) {
	c.inquired = append(c.inquired, reference)
	return c.found, c.inquireErr
}

func (c *parcelCourier) Status(_ context.Context, airwayBill string) (contract.ShipmentStatus, error) {
	c.askedFor = append(c.askedFor, airwayBill)
	return c.status, c.statusErr
}

func (c *parcelCourier) Cancel(_ context.Context, airwayBill string) error {
	c.cancelled = append(c.cancelled, airwayBill)
	return c.cancelErr
}

func (c *parcelCourier) Branches(context.Context) ([]courier.Branch, error) {
	return c.branches, c.branchesErr
}

type mobileNetwork struct {
	activateErr, deactivateErr, statusErr error
	status                                network.LineStatus
	activated                             map[string]network.Line // by idempotency key
	deactivated                           map[string]string
	asked                                 []string

	simsErr, askErr error
	known           network.SIMs
	changed         []string // what was asked for, with its key
	placed          network.Place
}

func (n *mobileNetwork) change(what, key string, p network.Place) error {
	n.changed, n.placed = append(n.changed, what+" "+key), p
	return n.simsErr
}

func (n *mobileNetwork) Suspend(_ context.Context, key, msisdn, iccid string) error {
	return n.change("suspend", key, network.Place{MSISDN: msisdn, Primary: iccid})
}

func (n *mobileNetwork) Resume(_ context.Context, key, msisdn, iccid string) error {
	return n.change("resume", key, network.Place{MSISDN: msisdn, Primary: iccid})
}

func (n *mobileNetwork) Swap(_ context.Context, key string, p network.Place) error {
	return n.change("swap", key, p)
}

func (n *mobileNetwork) AddFurther(_ context.Context, key string, p network.Place) error {
	return n.change("add", key, p)
}

func (n *mobileNetwork) MakePrimary(_ context.Context, key string, p network.Place) error {
	return n.change("primary", key, p)
}

func (n *mobileNetwork) RemoveFurther(_ context.Context, key string, p network.Place) error {
	return n.change("remove", key, p)
}

func (n *mobileNetwork) SIMs(_ context.Context, msisdn string) (network.SIMs, error) {
	n.asked = append(n.asked, msisdn)
	return n.known, n.askErr
}

func (n *mobileNetwork) Activate(_ context.Context, key string, l network.Line) error {
	n.activated = map[string]network.Line{key: l}
	return n.activateErr
}

func (n *mobileNetwork) Deactivate(_ context.Context, key, msisdn string) error {
	n.deactivated = map[string]string{key: msisdn}
	return n.deactivateErr
}

func (n *mobileNetwork) Status(_ context.Context, msisdn string) (network.LineStatus, error) {
	n.asked = append(n.asked, msisdn)
	return n.status, n.statusErr
}

type sender struct {
	failing map[string]error // by channel
	at      sync.Mutex       // the outbox sends to several at once
	sent    []messages.Message
}

func (s *sender) Send(_ context.Context, m messages.Message) error {
	s.at.Lock()
	defer s.at.Unlock()
	s.sent = append(s.sent, m)
	return s.failing[m.Channel]
}

// keys are what was sent, in order.
func (s *sender) keys() []string {
	keys := make([]string, len(s.sent))
	for i, m := range s.sent {
		keys[i] = m.Key
	}
	return keys
}

// profileMaker makes one profile for each reference, as the SM-DP+ does.
type profileMaker struct {
	iccids                             map[string]string // by reference
	downloadErr, confirmErr, cancelErr error
	ordered                            []esim.Order
	confirmed, cancelled               []string
}

func (m *profileMaker) Download(_ context.Context, o esim.Order) (string, error) {
	m.ordered = append(m.ordered, o)
	return m.iccids[o.Reference], m.downloadErr
}

func (m *profileMaker) Confirm(_ context.Context, _, iccid, _ string) (esim.ActivationCode, error) {
	m.confirmed = append(m.confirmed, iccid)
	return esim.ActivationCode{Address: "rsp.example", MatchingID: "SECRET-" + iccid[17:]}, m.confirmErr
}

func (m *profileMaker) Cancel(_ context.Context, _, iccid string) error {
	m.cancelled = append(m.cancelled, iccid)
	return m.cancelErr
}
