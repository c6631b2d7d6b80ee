package present

import (
	"cmp"
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/store/refund"
)

// RefundRequest is money that needs, or needed, a second person.
func RefundRequest(ctx context.Context, r refund.Request) gen.RefundRequest {
	return gen.RefundRequest{
		Id: r.ID, Way: gen.PayoutKind(r.Way), SubjectId: r.SubjectID, Reference: r.Reference, Amount: int64(r.Amount), Note: r.Note,
		RequestedBy: r.RequestedBy, RequestedByName: cmp.Or(r.Requester, r.RequestedBy), Own: r.RequestedBy == middleware.RequestOf(ctx).User.ID,
		RequestedAt: r.RequestedAt.UTC(), ExpiresAt: r.ExpiresAt.UTC(), State: gen.RefundRequestState(r.State),
		DecidedBy: optional.Text(r.DecidedBy), DecidedByName: optional.Text(cmp.Or(r.Decider, r.DecidedBy)), DecidedAt: optional.Time(r.DecidedAt),
	}
}
