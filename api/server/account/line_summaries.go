package account

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store/subaccount"
)

// ListAccountLines shows an overview of each line of the account, the main one first.
func (s *AccountHandlers) ListAccountLines(ctx context.Context, _ gen.ListAccountLinesRequestObject) (gen.ListAccountLinesResponseObject, error) {
	current := middleware.RequestOf(ctx)
	ids := make([]string, len(current.Lines))
	for i, line := range current.Lines {
		ids[i] = line.LineID
	}
	summaries, err := s.Summaries.Summarise(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read lines: %w", err)
	}
	v := present.In(current.Language)
	shown := make([]gen.AccountLine, 0, len(current.Lines))
	for _, line := range current.Lines {
		if summary, found := summaries[line.LineID]; found { // the line ended meanwhile
			shown = append(shown, accountLine(v, line, summary))
		}
	}
	return gen.ListAccountLines200JSONResponse{Data: shown}, nil
}

func accountLine(v present.Presenter, line subaccount.Subscription, seen subaccount.LineSummary) gen.AccountLine {
	state, reason := seen.State()
	shown := gen.AccountLine{
		SubscriptionId: subscriptionID(line), IsMain: line.Main, Nickname: line.Nickname, MobileNumber: line.MSISDN,
		Properties: propertiesOf(line), State: gen.LineState(state), Reason: stateReason(reason), Balance: int64(seen.Balance), Low: lowOf(seen.Used),
	}
	if name := v.Localized(seen.PlanNameAr, seen.PlanNameEn); name != "" {
		plan := optional.Part(&shown.Plan)
		plan.Id, plan.Name = line.PlanID, name
	}
	if what, at := subscription.FindNextEvent(seen.Followed); what != "" {
		next := optional.Part(&shown.Next)
		next.What, next.At = gen.AccountLineNextWhat(what), at.UTC()
	}
	return shown
}

// lowOf lists the allowance types that customers are warned about.
func lowOf(used []subaccount.UsedOfType) []gen.LowAllowance {
	low := []gen.LowAllowance{}
	for _, u := range used {
		if (allowance.Bucket{Total: &u.Total, Used: u.Used}).Level() >= allowance.Low {
			low = append(low, gen.LowAllowance{Type: u.Type, Unit: gen.AllowanceUnit(u.Unit), Left: u.Total - u.Used, Total: u.Total})
		}
	}
	return low
}
