package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/internal/domain/settlement"
	"selfcare/internal/store"
)

// stockOf names each thing that is out of stock, for example after a failed restore or before the first import.
func stockOf(ctx context.Context, s *store.Store, _ time.Time) (string, error) {
	in, err := s.Figures.InStock(ctx)
	if err != nil {
		return "", err
	}
	var lacking []error
	for _, thing := range []struct {
		name, list string
		there      bool
	}{
		{"plan on sale", "plans", in.Plans},
		{"data pack on sale", "data-packs", in.DataPacks},
		{"device", "devices", in.Devices},
		{"number to sell", "numbers", in.Numbers},
		{"SIM card", "sim-cards", in.SIMCards},
	} {
		if !thing.there {
			lacking = append(lacking, fmt.Errorf("there is no %s: selfcare import %s", thing.name, thing.list))
		}
	}
	return "plans, data packs, devices, numbers and SIM cards to sell", errors.Join(lacking...)
}

// settlementLate is the number of days after which a missing settlement file is a fault: each night asks for it again.
const settlementLate = 3

// settlementsOf reports how far our books are compared with the payment provider's files, and the open decisions.
func settlementsOf(ctx context.Context, s *store.Store, now time.Time) (string, error) {
	due, read, err := s.Figures.SettlementsBehind(ctx)
	if err != nil {
		return "", err
	}
	if due != "" && due < settlement.DayOf(now.AddDate(0, 0, -settlementLate)) {
		return "", fmt.Errorf("no settlement file of %s could be read: ask the payment provider, and look at reconciliation/%s in Temporal", due, due)
	}
	byKind, err := s.Figures.CountHeldSettlements(ctx)
	if err != nil {
		return "", err
	}
	held := 0
	for _, count := range byKind {
		held += count
	}
	if read == "" {
		return "no settlement file yet", nil
	}
	return fmt.Sprintf("compared up to %s, %d differences wait for support", read, held), nil
}

// bankPaymentLate is the longest normal time between the report of a bank payment and its processing.
const bankPaymentLate = 10 * time.Minute

// bankPaymentsOf reports the bank payments that wait for their return.
func bankPaymentsOf(ctx context.Context, s *store.Store, now time.Time) (string, error) {
	held, stuck, err := s.BankPayments.CountWaiting(ctx, now.Add(-bankPaymentLate))
	if err != nil {
		return "", err
	}
	if stuck > 0 {
		return "", fmt.Errorf("%d bank payments were recorded and not processed: look at sadad-payment/… in Temporal, and have SADAD report them again", stuck)
	}
	return fmt.Sprintf("%d bank payments wait for support", held), nil
}

// billsOf reports the number of open bills, and failing bills or dunning steps.
func billsOf(ctx context.Context, s *store.Store, now time.Time) (string, error) {
	overdue, since, err := s.Invoices.CountOverduePeriods(ctx, now)
	if err != nil {
		return "", err
	}
	if overdue > 0 {
		return "", fmt.Errorf("%d periods are not billed, the first of them since %s: look at the schedule billing in Temporal", overdue, since.Format(time.DateOnly))
	}
	aside, err := s.Invoices.CountPutAside(ctx)
	if err != nil {
		return "", err
	}
	if aside > 0 {
		return "", fmt.Errorf("%d bills are put aside: bills_put_aside lists them, the workers' log has the reasons", aside)
	}
	failing, err := s.Invoices.CountFailing(ctx)
	if err != nil {
		return "", err
	}
	if failing > 0 {
		return "", fmt.Errorf("the next step of %d bills fails and is put off: invoice_dues.failed_at lists them, the workers' log has the reasons", failing)
	}
	unpaid, err := s.Invoices.CountUnpaid(ctx)
	return fmt.Sprintf("%d are unpaid", unpaid), err
}

// partitionsAhead reports whether the divided tables have partitions for the coming days.
func partitionsAhead(ctx context.Context, s *store.Store, now time.Time) (string, error) {
	standing, err := s.Partitions.Look(ctx, now)
	if err != nil {
		return "", err
	}
	days := int(standing.Ahead.Hours()) / 24
	if days < 2 {
		return "", fmt.Errorf("partitions exist for %d coming days only, and %d rows wait for theirs: look at clean-up in Temporal", days, standing.Waiting)
	}
	return fmt.Sprintf("partitions exist for %d coming days, %d rows wait for theirs", days, standing.Waiting), nil
}
