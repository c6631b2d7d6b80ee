package support

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/domain/supportcase"
	storeerrors "selfcare/internal/store/errors"
	supportcasestore "selfcare/internal/store/supportcase"
)

// SearchCases finds work and customers by a number. The search text is not stored; the finds are audited.
func (s *CaseHandlers) SearchCases(ctx context.Context, req gen.SearchCasesRequestObject) (gen.SearchCasesResponseObject, error) {
	terms, err := supportcase.Search(req.Body.Q)
	if err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, ratelimit.SupportSearch, nil); err != nil {
		return nil, err
	}
	hits, err := s.Cases.Search(ctx, terms)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	w := wordsOf(ctx)
	items := make([]gen.SearchHit, len(hits))
	var orders []string
	for i, h := range hits {
		items[i] = w.hit(h)
		if h.Type == string(supportcase.Order) {
			orders = append(orders, h.ID)
		}
	}
	if err := s.Entries.WriteReads(ctx, w.user, orders); err != nil {
		return nil, fmt.Errorf("audit a read of support: %w", err)
	}
	if err := s.markAway(ctx, items); err != nil {
		return nil, err
	}
	return gen.SearchCases200JSONResponse{Items: items}, nil
}

func (w words) hit(h supportcasestore.Hit) gen.SearchHit {
	shown := gen.SearchHit{
		Type: gen.SearchHitType(h.Type), Id: h.ID, AuditId: h.AuditID, Title: w.title(h.Type, h.Variety), Reference: h.Reference, Stage: optional.Text(h.Stage),
		StageText: optional.Text(w.stage(h.Type, h.Stage)), By: gen.SearchHitBy(h.By), At: h.At.UTC(),
	}
	if h.IsCase {
		shown.IsCase = &h.IsCase
	}
	if h.Msisdn == "" {
		return shown
	}
	shown.Msisdn = optional.Text(notice.Masked(h.Msisdn))
	if shown.Type == gen.SearchHitTypeCustomer {
		shown.Reference = notice.Masked(h.Msisdn)
	}
	return shown
}

// GetCustomer shows a customer: lines, plans, balances, recent orders and purchases, and held or late work.
func (s *CaseHandlers) GetCustomer(ctx context.Context, req gen.GetCustomerRequestObject) (gen.GetCustomerResponseObject, error) {
	lines, err := s.Cases.Lines(ctx, req.CustomerId)
	if err != nil {
		return nil, fmt.Errorf("read customer: %w", err)
	}
	card := gen.CustomerCard{
		Lines: []gen.CustomerLine{}, Orders: []gen.CaseLink{}, Purchases: []gen.CaseLink{}, Bills: []gen.CaseLink{}, Requests: []gen.CaseLink{},
		Cases: []gen.SupportCase{},
	}
	userID := req.CustomerId
	if len(lines) > 0 {
		userID = lines[0].UserID
	}
	known, err := s.account(ctx, &card, userID)
	if err != nil {
		return nil, err
	}
	if !known && len(lines) == 0 {
		return nil, contract.Refuse(contract.FailCustomerUnknown)
	}
	about := supportcasestore.About{UserID: optional.Value(card.UserId)}
	if len(lines) > 0 {
		err = s.addLines(ctx, &card, &about, lines)
	}
	if err == nil {
		err = s.worksOf(ctx, &card, about)
	}
	return gen.GetCustomer200JSONResponse{Data: card}, err
}

// account adds the owner; false if there is none.
func (s *CaseHandlers) account(ctx context.Context, card *gen.CustomerCard, userID string) (known bool, err error) {
	if userID == "" {
		return false, nil
	}
	user, err := s.Users.Get(ctx, userID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read customer: %w", err)
	}
	if permission.WorksForUs(user.Roles) { // staff are no customers
		return false, nil
	}
	card.UserId = optional.Text(user.ID)
	if user.Email != "" {
		card.Email = optional.Text(notice.Masked(user.Email))
	}
	return true, nil
}

// addLines adds the lines, their owner and their held or late work.
func (s *CaseHandlers) addLines(
	ctx context.Context, card *gen.CustomerCard, about *supportcasestore.About, lines []supportcasestore.CustomerLine,
) error {
	v := present.In(middleware.RequestOf(ctx).Language)
	for _, l := range lines {
		about.LineIDs = append(about.LineIDs, l.LineID)
		if l.Status != string(contract.LineEnded) { // another customer may have the number of an ended line
			about.Numbers = append(about.Numbers, supportcasestore.Holding{MSISDN: l.MSISDN, Since: l.ActivatedAt})
		}
		card.Lines = append(card.Lines, lineView(l, v.Localized(l.PlanAr, l.PlanEn)))
	}
	owner, err := s.Lines.Get(ctx, lines[0].LineID)
	if err != nil && !errors.Is(err, storeerrors.ErrNotFound) { // an ended line no longer has an owner
		return fmt.Errorf("read customer: %w", err)
	}
	name := strings.TrimSpace(v.Localized(owner.Person.FullNameAr, owner.Person.FullNameEn))
	if name == "" {
		name = owner.Contact.FullName
	}
	card.Name = optional.Text(name)
	if id := owner.Person.IDNumber; len(id) > idShown {
		card.IdNumber = optional.Text("•••" + id[len(id)-idShown:])
	}
	about.MSISDN = lines[0].MSISDN
	open, _, err := s.Cases.List(ctx, supportcasestore.Filter{LineIDs: about.LineIDs, Most: casesPerPage})
	if err != nil {
		return fmt.Errorf("read customer: %w", err)
	}
	w := wordsOf(ctx)
	for _, c := range open {
		card.Cases = append(card.Cases, w.caseView(c))
	}
	return nil
}

// worksOf adds the latest work of each kind.
func (s *CaseHandlers) worksOf(ctx context.Context, card *gen.CustomerCard, about supportcasestore.About) error {
	found, err := s.Cases.ListLinked(ctx, about)
	if err != nil {
		return fmt.Errorf("read customer: %w", err)
	}
	lists := map[supportcase.Kind]*[]gen.CaseLink{
		supportcase.Order: &card.Orders, supportcase.Purchase: &card.Purchases, supportcase.Bill: &card.Bills, supportcase.Ticket: &card.Requests,
	}
	for _, link := range wordsOf(ctx).links(found) {
		if list := lists[supportcase.Kind(link.Kind)]; list != nil && len(*list) < worksShown {
			*list = append(*list, link)
		}
	}
	return nil
}

// worksShown limits each list: requests come from two sources, of the account and of its numbers.
const worksShown = 10

// idShown is the number of shown digits of an ID number, so that support can ask the caller for the rest.
const idShown = 4

func lineView(l supportcasestore.CustomerLine, plan string) gen.CustomerLine {
	shown := gen.CustomerLine{
		Id: l.LineID, Msisdn: l.MSISDN, Kind: gen.CustomerLineKind(l.Kind), Type: gen.CustomerLineType(l.Type), Status: l.Status, Main: l.Main,
		Plan: optional.Text(plan), PlanStage: optional.Text(gen.CustomerLinePlanStage(l.PlanStage)), PlanUntil: optional.Time(l.PlanUntil.Time),
		ActivatedAt: optional.Time(l.ActivatedAt),
	}
	if l.Type == "prepaid" {
		shown.Balance = &l.Balance
	} else {
		shown.Owed = &l.Owed
	}
	return shown
}
