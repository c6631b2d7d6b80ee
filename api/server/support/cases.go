package support

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/attachments"
	"selfcare/api/server/casework"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/flow"
	"selfcare/internal/store/audit"
	"selfcare/internal/store/catalogue"
	"selfcare/internal/store/line"
	"selfcare/internal/store/order"
	"selfcare/internal/store/proposal"
	"selfcare/internal/store/refund"
	supportcasestore "selfcare/internal/store/supportcase"
	"selfcare/internal/store/user"
)

// CaseHandlers serve the console: held and late work of every kind.
type CaseHandlers struct {
	*middleware.Core
	Decisions     *casework.Decisions
	Cases         caseStore
	Entries       caseLog
	Audit         auditEntries
	Orders        caseOrders
	Purchases     casePurchases
	Deactivations supportDeactivations
	PortOuts      casePortOuts
	Requests      caseRequests
	Settlements   caseSettlements
	Banks         caseBanks
	Returns       caseReturns
	Plans         casePlans
	Lines         caseLines
	Users         caseUsers
	Messages      messageStates
	Wordings      wordings
	Cities        cityNames
	Attempts      Attempts
	Tickets       caseTickets
	Outages       caseOutages
	Files         *attachments.FileService
	Bills         caseBills
	Payments      casePayments
	Statements    caseStatements
	OffersLabels  bool // the courier hands out labels of parcels
	// Temporal is the address prefix of processes in the Temporal UI; empty if unknown.
	Temporal string
}

type caseStore interface {
	AddNote(ctx context.Context, kind supportcase.Kind, id string, n supportcase.Note) (supportcase.Note, error)
	ClaimOf(ctx context.Context, kind supportcase.Kind, id string, now time.Time) (*supportcase.Claim, error)
	Counts(ctx context.Context) ([]supportcasestore.Count, error)
	Get(ctx context.Context, kind supportcase.Kind, id string) (found supportcase.Case, is bool, err error)
	Lines(ctx context.Context, customerID string) ([]supportcasestore.CustomerLine, error)
	ListLinked(ctx context.Context, a supportcasestore.About) ([]supportcasestore.Linked, error)
	List(ctx context.Context, f supportcasestore.Filter) (found []supportcase.Case, more bool, err error)
	Notes(ctx context.Context, kind supportcase.Kind, id string) ([]supportcase.Note, error)
	Release(ctx context.Context, kind supportcase.Kind, id, by string) error
	Search(ctx context.Context, terms map[supportcase.By]string) ([]supportcasestore.Hit, error)
	Take(ctx context.Context, t supportcasestore.Taking) (now supportcase.Claim, taken bool, err error)
}

type caseLog interface {
	Write(ctx context.Context, e audit.Record) error
	WriteReads(ctx context.Context, actor string, orderIDs []string) error
}

type caseOrders interface {
	Get(ctx context.Context, id string) (order.Record, error)
	Timeline(ctx context.Context, orderID string) ([]order.TimelineEvent, error)
}

type casePurchases interface {
	Get(ctx context.Context, id string) (contract.Purchase, error)
}

type casePortOuts interface {
	Get(ctx context.Context, reference string) (contract.PortOut, error)
}

type caseRequests interface {
	AliveOf(ctx context.Context, way contract.PayoutKind, subjectID string) (refund.Request, error)
}

type caseSettlements interface {
	Item(ctx context.Context, id string) (i settlement.Item, known bool, err error)
}

type caseBanks interface {
	Get(ctx context.Context, id string) (p bill.BankPayment, known bool, err error)
}

type caseReturns interface {
	Get(ctx context.Context, lineID string) (r contract.NumberReturn, known bool, err error)
}

type casePlans interface {
	Get(ctx context.Context, lineID string) (contract.PlanSubscription, error)
}

type caseLines interface {
	Get(ctx context.Context, id string) (line.Line, error)
	MSISDN(ctx context.Context, id string) (string, error)
	OfOrder(ctx context.Context, orderID string) (string, error)
}

type caseUsers interface {
	Get(ctx context.Context, id string) (user.User, error)
}

type wordings interface {
	Wordings(ctx context.Context, templates ...string) (proposal.Wordings, error)
}

type cityNames interface {
	City(ctx context.Context, key string) (catalogue.City, error)
	TakesESIM(ctx context.Context, model string) (bool, error)
}

// Attempts reads the present attempts of a process.
type Attempts interface {
	Of(ctx context.Context, workflowID string) (flow.Standing, []flow.Attempt)
}

const casesPerPage = 25

// ListCases returns one page of held or late work, with the counts of all.
func (s *CaseHandlers) ListCases(ctx context.Context, req gen.ListCasesRequestObject) (gen.ListCasesResponseObject, error) {
	filter, err := filterOf(ctx, req.Params)
	if err != nil {
		return nil, err
	}
	found, more, err := s.Cases.List(ctx, filter)
	if err != nil {
		return nil, fmt.Errorf("read cases: %w", err)
	}
	counts, err := s.Cases.Counts(ctx)
	if err != nil {
		return nil, fmt.Errorf("read cases: %w", err)
	}
	w := wordsOf(ctx)
	answer := gen.ListCases200JSONResponse{Items: []gen.SupportCase{}, Counts: []gen.CaseCount{}, ServerTime: s.Now().UTC()}
	for _, c := range found {
		answer.Items = append(answer.Items, w.caseView(c))
	}
	for _, c := range counts {
		answer.Counts = append(answer.Counts, gen.CaseCount{
			Kind: gen.CaseKind(c.Kind), FailureCode: optional.Text(string(c.Code)), Reason: w.reason(c.Kind, c.Code, c.Held > 0), Held: c.Held, Late: c.Late,
			Oldest: c.Oldest.UTC(),
		})
	}
	if more {
		answer.Next = optional.Text(placeAfter(found[len(found)-1]))
	}
	return answer, nil
}

func filterOf(ctx context.Context, in gen.ListCasesParams) (supportcasestore.Filter, error) {
	filter := supportcasestore.Filter{
		Kind: supportcase.Kind(optional.Value(in.Kind)), Code: contract.Code(optional.Value(in.FailureCode)), State: supportcase.State(optional.Value(in.State)),
		Claimed: string(optional.Value(in.Claimed)), By: middleware.RequestOf(ctx).User.ID, Newest: optional.Value(in.Order) == gen.Newest,
		Most: cmp.Or(optional.Value(in.PerPage), casesPerPage),
	}
	if after := optional.Value(in.After); after != "" {
		read, err := base64.RawURLEncoding.DecodeString(after)
		if err == nil {
			err = json.Unmarshal(read, &filter.After)
		}
		if err != nil || filter.After.ID == "" {
			return filter, contract.RefuseField("after", contract.FailCasePage)
		}
	}
	return filter, nil
}

func placeAfter(c supportcase.Case) string {
	place, _ := json.Marshal(supportcasestore.Place{Since: c.Since, Kind: string(c.Kind), ID: c.ID}) // texts and a time always encode
	return base64.RawURLEncoding.EncodeToString(place)
}
