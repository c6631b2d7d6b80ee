package workflowtest

import (
	"context"
	"time"

	"selfcare/internal/contract"
)

func (x *Outside) DeliverMessages(context.Context, int) (int, error) { return 1, nil }

func (x *Outside) SealAuditLog(context.Context) error { return nil }

func (x *Outside) VerifyAuditLog(_ context.Context, before contract.AuditVerified) (contract.AuditVerified, error) {
	return contract.AuditVerified{Head: "2:after", Seals: 2, Entries: 7}, x.does("verify-audit " + before.Head)
}

func (x *Outside) TellLateOrders(context.Context) error { return nil }

func (x *Outside) EndServices(context.Context) error { return nil }

func (x *Outside) ForgetRemovedCards(context.Context) error { return nil }

func (x *Outside) ReturnNumbers(context.Context) error { return nil }

func (x *Outside) FollowDueDates(context.Context) error { return nil }

func (x *Outside) LearnExpectations(context.Context) (int, error) { return 4, nil }

func (x *Outside) SweepRows(context.Context) (contract.Swept, error) {
	return contract.Swept{Rows: 7, Workflows: 6, Findings: 1}, nil
}

func (x *Outside) DeliverEInvoices(context.Context, int) error { return nil }

func (x *Outside) FindSignInAddress(context.Context, contract.SocialRequest) (string, error) {
	return "https://provider.example", x.does("find-sign-in")
}

func (x *Outside) ExchangeSignInCode(context.Context, contract.SocialExchange) (contract.SocialIdentity, error) {
	return contract.SocialIdentity{Subject: "s-1", Email: "noura@social.example", EmailVerified: true}, x.does("exchange-sign-in")
}

func (x *Outside) ForgetRequests(context.Context, time.Time) (int, error) {
	return 3, x.does("forget-requests")
}

func (x *Outside) ForgetFailedSignIns(context.Context, time.Time) (int, error) {
	return 6, x.does("forget-failed-sign-ins")
}

func (x *Outside) ForgetLinks(context.Context, time.Time) (int, error) {
	return 2, x.does("forget-links")
}

// KeepPartitions drops seven rows.
func (x *Outside) KeepPartitions(context.Context) (int, error) {
	return 7, x.does("keep-partitions")
}

func (x *Outside) ForgetServiceRequests(context.Context, time.Time) (int, error) {
	return 8, x.does("forget-service-requests")
}

// ScanAttachment finds nothing.
func (x *Outside) ScanAttachment(_ context.Context, in contract.AttachmentScan) (contract.AttachmentScanned, error) {
	return contract.AttachmentScanned{State: contract.AttachmentClean}, x.does("scan " + in.FileID)
}

func (x *Outside) ForgetSessions(context.Context, time.Time) (int, error) {
	return 4, x.does("forget-sessions")
}

// SettlementDays are the days whose files are due.
var SettlementDays = []string{"2026-11-25", "2026-11-24"}

func (x *Outside) DueSettlements(context.Context, contract.At) ([]string, error) {
	return SettlementDays, x.does("list-settlements")
}

func (x *Outside) ReconcileDay(_ context.Context, day string) (contract.Reconciled, error) {
	return contract.Reconciled{Day: day, Lines: 2, Agreed: 2, Changed: true}, x.does("reconcile-" + day)
}

func (x *Outside) FetchLabel(context.Context, contract.LabelQuestion) (contract.ParcelLabel, error) {
	return contract.ParcelLabel{PDF: []byte("%PDF-1.7")}, x.does("fetch-label")
}

func (x *Outside) FindNationalAddress(context.Context, contract.AddressQuestion) (contract.Address, error) {
	return contract.Address{City: "riyadh", Area: "Al Olaya", BuildingNumber: "2929", ShortAddress: "RRRD2929"}, x.does("find-national-address")
}

func (x *Outside) FindTopUpOperator(context.Context, contract.TopUpQuestion) (contract.TopUpOffer, error) {
	return contract.TopUpOffer{OperatorID: "2151", Operator: "Airtel India"}, x.does("find-operator")
}

func (x *Outside) ListTopUpProducts(_ context.Context, offer contract.TopUpOffer) (contract.TopUpOffer, error) {
	gets := contract.ForeignAmount{Amount: "100.00", Currency: "INR"}
	offer.Products = []contract.TopUpProduct{{ID: "21511", ServiceID: "1", Kind: contract.AirTime, Gets: gets, Cost: 455}}
	return offer, x.does("list-products")
}

// SendTopUp sends once per purchase.
func (x *Outside) SendTopUp(_ context.Context, in contract.TopUpOrder) (contract.TopUpSent, error) {
	const effect = "top-up"
	if err := x.try(effect); err != nil {
		return contract.TopUpSent{}, err
	}
	if len(x.Did(effect)) == 0 {
		x.write(effect + " " + in.ProductID)
	}
	return topUpSent, x.lost(effect)
}

// FindTopUp finds the top-up of SendTopUp.
func (x *Outside) FindTopUp(_ context.Context, _ contract.TopUpOrder) (contract.TopUpFound, error) {
	if err := x.does("find-top-up"); err != nil || len(x.Did("top-up")) == 0 {
		return contract.TopUpFound{}, err
	}
	if x.TopUpReversed {
		return contract.TopUpFound{Reversed: true}, nil
	}
	return contract.TopUpFound{Sent: &topUpSent}, nil
}

// BeginContent begins a service once per purchase.
func (x *Outside) BeginContent(_ context.Context, in contract.ContentOrder) (contract.ContentBegun, error) {
	const effect = "service"
	if err := x.try(effect); err != nil {
		return contract.ContentBegun{}, err
	}
	if len(x.Did(effect)) == 0 {
		x.write(effect + " " + in.PartnerCode)
	}
	return contract.ContentBegun{Reference: "sub-1"}, x.lost(effect)
}

// EndContent ends the service of BeginContent.
func (x *Outside) EndContent(_ context.Context, in contract.ContentOrder) error {
	return x.does("end-service " + in.PartnerCode)
}

// BuysLate delays the partner's next order, and loses its answer.
func (x *Outside) BuysLate(by time.Duration) {
	x.Mu.Lock()
	defer x.Mu.Unlock()
	x.buysLateBy = by
}

// DeliversLate delays the code of the partner's next order, which the partner knows.
func (x *Outside) DeliversLate(by time.Duration) {
	x.BuysLate(by)
	x.Mu.Lock()
	defer x.Mu.Unlock()
	x.knowsOrder = true
}

// NotSent has the partner refuse to take the next orders.
func (x *Outside) NotSent(times int) {
	x.Mu.Lock()
	defer x.Mu.Unlock()
	x.notSent = times
}

// BuyGame buys a code, unless the partner knows the purchase already.
func (x *Outside) BuyGame(_ context.Context, in contract.GameOrder) (contract.GameSold, error) {
	const effect = "code"
	if err := x.try(effect); err != nil {
		return contract.GameSold{}, err
	}
	x.Mu.Lock()
	refuses := x.notSent > 0
	x.notSent--
	x.Mu.Unlock()
	if refuses {
		return contract.GameSold{Missing: contract.GameNotSent}, nil
	}
	if !x.knowsCode() {
		x.write(effect + " " + in.PartnerCode)
	}
	x.Mu.Lock()
	late := x.buysLateBy
	x.codeSince, x.buysLateBy = x.now().Add(late), 0
	x.Mu.Unlock()
	if late > 0 {
		return contract.GameSold{}, errLost
	}
	return gameSold, x.lost(effect)
}

// FindGame finds the code once the partner has taken the order.
func (x *Outside) FindGame(context.Context, contract.GameOrder) (contract.GameSold, error) {
	if err := x.try("find-code"); err != nil || !x.knowsCode() {
		x.Mu.Lock()
		defer x.Mu.Unlock()
		if x.knowsOrder {
			return contract.GameSold{Missing: contract.GamePending}, err
		}
		return contract.GameSold{Missing: contract.GameNoOrder}, err
	}
	return gameSold, nil
}

func (x *Outside) knowsCode() bool {
	x.Mu.Lock()
	defer x.Mu.Unlock()
	return len(x.Did("code")) > 0 && !x.now().Before(x.codeSince)
}

// CancelGame finds the code of BuyGame.
func (x *Outside) CancelGame(context.Context, contract.GameOrder) (contract.GameCancelled, error) {
	if err := x.does("cancel-code"); err != nil || len(x.Did("code")) == 0 {
		return contract.GameCancelled{}, err
	}
	return contract.GameCancelled{Sold: &gameSold}, nil
}

var gameSold = contract.GameSold{Reference: "go-1", Code: "ABCD-1234"}

var topUpSent = contract.TopUpSent{Reference: "900001", Told: true}
