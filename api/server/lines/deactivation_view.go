package lines

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/receiptpdf"
	endingstore "selfcare/internal/store/ending"
	storeerrors "selfcare/internal/store/errors"
)

// lineToEnd previews the end of the chosen line.
func (s *DeactivationHandlers) lineToEnd(ctx context.Context, line endingstore.Line, f ending.Facts, r ending.Rules) (gen.LineToEnd, error) {
	cost, months := ending.Leaving(f.Commitment, s.Now())
	fate, _ := ending.OutcomeOf(f.MSISDN, f.PortedFrom)
	shown := gen.LineToEnd{
		Msisdn: line.MSISDN, Type: gen.LineToEndType(line.Type), ExtraSims: f.ExtraSIMs, SubAccounts: f.SubAccounts,
		Fate: gen.NumberOutcome(fate), UndoSeconds: int(r.UndoFor.Seconds()), QuarantineSeconds: int(r.Quarantine.Seconds()),
		Obstacles: s.obstacles(ctx, f, r),
	}
	shown.Leaving.Cost, shown.Leaving.Months = int64(cost), months
	if f.Type == subscription.Prepaid {
		shown.Balance = max(int64(f.Balance), 0)
	} else {
		shown.Dues = max(int64(f.Dues), 0)
	}
	plan := f.Subscription
	if plan == nil || plan.Stage == contract.SubscriptionEnded {
		return shown, nil
	}
	name, err := s.planName(ctx, plan.PlanID)
	if err != nil {
		return shown, err
	}
	shown.Plan, shown.CycleUntil = optional.Text(name), optional.Time(plan.Until)
	if _, dropped := ending.WithoutSwitch(*plan); dropped != "" {
		if name, err = s.planName(ctx, dropped); err != nil {
			return shown, err
		}
		shown.ScheduledPlan = optional.Text(name)
	}
	return shown, nil
}

// obstacles lists every obstacle in words.
func (s *DeactivationHandlers) obstacles(ctx context.Context, f ending.Facts, r ending.Rules) []struct {
	Key  string `json:"key"`
	Text string `json:"text"`
} {
	language := middleware.RequestOf(ctx).Language
	params := map[string]string{"amount": money.Riyals(f.Dues), "most": money.Riyals(r.MostDues)}
	all := []struct {
		Key  string `json:"key"`
		Text string `json:"text"`
	}{}
	for _, code := range ending.Obstacles(f, r) {
		all = append(all, struct {
			Key  string `json:"key"`
			Text string `json:"text"`
		}{string(code), texts.Text(language, code, params)})
	}
	return all
}

// planName returns a plan's name in the caller's language; an unknown plan is named by its id.
func (s *DeactivationHandlers) planName(ctx context.Context, id string) (string, error) {
	plan, err := s.Sold.PlanSold(ctx, id)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return id, nil
	}
	if err != nil {
		return "", fmt.Errorf("read plan: %w", err)
	}
	if middleware.RequestOf(ctx).Language == texts.English {
		return plan.NameEn, nil
	}
	return plan.NameAr, nil
}

func (s *DeactivationHandlers) answer(ctx context.Context, d contract.Deactivation, msisdn string) (gen.DeactivationNowJSONResponse, error) {
	shown, err := s.view(ctx, d, msisdn)
	return gen.DeactivationNowJSONResponse{Data: shown}, err
}

// view shows a deactivation to its owner: a held one is shown as in progress.
func (s *DeactivationHandlers) view(ctx context.Context, d contract.Deactivation, msisdn string) (gen.Deactivation, error) {
	stage := gen.DeactivationStage(d.Stage)
	if d.Stage == contract.DeactivationHeld {
		stage = gen.DeactivationStage(contract.DeactivationEnding)
	}
	reason := gen.DeactivationReason(d.Reason)
	shown := gen.Deactivation{
		Id: d.ID, Msisdn: msisdn, Stage: stage, ReasonKey: &reason, RequestedAt: d.RequestedAt.UTC(), UndoUntil: optional.Time(d.UndoUntil),
		UndoneAt: optional.Time(d.UndoneAt), EndedAt: optional.Time(d.EndedAt), Fate: gen.NumberOutcome(d.Fate), ServerTime: s.Now().UTC(),
	}
	if d.Dropped != "" {
		name, err := s.planName(ctx, d.Dropped)
		if err != nil {
			return shown, err
		}
		shown.DroppedPlan = optional.Text(name)
	}
	if d.Stage != contract.DeactivationEnded {
		return shown, nil
	}
	statement, known, err := s.Endings.Get(ctx, d.ID)
	if err != nil || !known {
		return shown, err
	}
	shown.Statement, err = s.statement(ctx, statement)
	return shown, err
}

func (s *DeactivationHandlers) statement(ctx context.Context, f contract.FinalStatement) (*gen.FinalStatement, error) {
	shown := gen.FinalStatement{
		BalanceLost: int64(f.BalanceLost), Dues: int64(f.Dues), Leaving: int64(f.Leaving), Waived: int64(f.Waived), Owed: int64(f.Owed()),
		MonthsLeft: f.MonthsLeft, FreeAt: optional.Time(f.FreeAt), CycleFrom: optional.Time(f.From), CycleUntil: optional.Time(f.Until),
	}
	if f.PlanID == "" {
		return &shown, nil
	}
	name, err := s.planName(ctx, f.PlanID)
	shown.Plan = optional.Text(name)
	return &shown, err
}

// document is the final statement of a line as a printable document.
func (s *DeactivationHandlers) document(ctx context.Context, f contract.FinalStatement) (d receiptpdf.Document, err error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return d, err
	}
	msisdn, err := s.Lines.MSISDN(ctx, f.LineID)
	if err != nil {
		return d, fmt.Errorf("read line: %w", err)
	}
	language := middleware.RequestOf(ctx).Language
	said := func(key string) string { return texts.Text(language, "statement."+key, nil) }
	d = receiptpdf.Document{
		Language: receiptpdf.Language(language), Statement: true, Title: said("title"), Number: f.ID, Seller: settings.SellerNameAr,
		VATNumber: settings.SellerVATNumber, IssuedAt: f.EndedAt, Facts: []receiptpdf.Fact{{Label: said("number"), Value: receiptpdf.LTR(msisdn)}},
		Rows: s.statementRows(f, said), Totals: []receiptpdf.Row{{Label: said("owed"), Amount: f.Owed()}}, Notes: notes(f, language),
		Labels: receiptpdf.Labels{
			Seller: said("seller"), VATNumber: said("vat_number"), Number: said("id"), IssuedAt: said("ended_at"), Item: said("item"), Amount: said("amount"),
		},
	}
	if language == texts.English {
		d.Seller = settings.SellerNameEn
	}
	return d, s.addLastCycle(ctx, &d, f, said)
}

// addLastCycle adds the last plan of the line, and its period.
func (s *DeactivationHandlers) addLastCycle(ctx context.Context, d *receiptpdf.Document, f contract.FinalStatement, said func(string) string) error {
	if f.PlanID == "" {
		return nil
	}
	name, err := s.planName(ctx, f.PlanID)
	days := receiptpdf.Day(f.From, d.Language) + " – " + receiptpdf.Day(f.Until, d.Language)
	d.Facts = append(d.Facts, receiptpdf.Fact{Label: said("plan"), Value: name}, receiptpdf.Fact{Label: said("cycle"), Value: days})
	return err
}

// statementRows lists losses and dues; zero rows are left out, except the first of each type.
func (s *DeactivationHandlers) statementRows(f contract.FinalStatement, said func(string) string) []receiptpdf.Row {
	rows := []receiptpdf.Row{{Label: said("balance_lost"), Amount: f.BalanceLost}}
	if f.Type != subscription.Prepaid {
		rows = []receiptpdf.Row{{Label: said("dues"), Amount: f.Dues}}
	}
	if f.Waived > 0 {
		rows = append(rows, receiptpdf.Row{Label: said("waived"), Amount: f.Waived})
	}
	if f.Leaving > 0 {
		rows = append(rows, receiptpdf.Row{Label: said("leaving"), Amount: f.Leaving})
	}
	return rows
}

// notes explain the outcome for the number.
func notes(f contract.FinalStatement, language string) []string {
	params := map[string]string{"until": receiptpdf.Day(f.FreeAt, receiptpdf.Language(language))}
	return []string{texts.Text(language, "statement.fate."+string(f.Fate), params), texts.Text(language, "statement.no_invoice", nil)}
}
