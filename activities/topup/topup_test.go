package topup_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	topupacts "selfcare/activities/topup"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/topup"
)

var ctx = context.Background()

// partner answers as a test says and keeps its requests.
type partner struct {
	operator topup.Operator
	products []contract.TopUpProduct
	sent     topup.Transaction
	found    topup.Transaction

	err, findErr error // of all but Find; of Find
	knows        bool  // the transaction, before Send
	asked        []string
	order        topup.Order
}

func (p *partner) Operator(_ context.Context, mobile string) (topup.Operator, error) {
	p.asked = append(p.asked, "operator "+mobile)
	return p.operator, p.err
}

func (p *partner) Products(_ context.Context, operatorID string) ([]contract.TopUpProduct, error) {
	p.asked = append(p.asked, "products "+operatorID)
	return p.products, p.err
}

func (p *partner) Send(_ context.Context, o topup.Order) (topup.Transaction, error) {
	p.asked, p.order = append(p.asked, "send "+o.Key), o
	return p.sent, p.err
}

func (p *partner) Find(_ context.Context, key string) (topup.Transaction, error) {
	p.asked = append(p.asked, "find "+key)
	if p.order.Key == "" && !p.knows && p.findErr == nil {
		return topup.Transaction{}, gateway.ErrNotFound
	}
	return p.found, p.findErr
}

var (
	question = contract.TopUpQuestion{Mobile: "+919876543210"}
	order    = contract.TopUpOrder{PurchaseID: "p-1", Mobile: "+919876543210", ProductID: "4711"}
	arrived  = topup.Transaction{Reference: "99", Status: topup.Done, RecipientTold: true}
)

func TestFindTopUpOperator_EachError_IsSorted(t *testing.T) {
	p := &partner{operator: topup.Operator{ID: "2151", Name: "Airtel India"}}
	offer, err := topupacts.New(p).FindTopUpOperator(ctx, question)
	require.NoError(t, err)
	require.Equal(t, contract.TopUpOffer{OperatorID: "2151", Operator: "Airtel India"}, offer)
	require.Equal(t, []string{"operator +919876543210"}, p.asked)
	for _, tt := range []struct {
		err  error
		want contract.Code
	}{{gateway.ErrNotFound, contract.FailInternationalUnserved}, {fixture.RefusedWith(topup.CodeRecipient), contract.FailInternationalUnserved}, {fixture.RefusedWith("unauthorised"), contract.FailInternationalRefused}} {
		p.err = tt.err
		_, err = topupacts.New(p).FindTopUpOperator(ctx, question)
		fixture.RequireRefusal(t, err, tt.want)
	}
	p.err = fixture.ErrRetry
	_, err = topupacts.New(p).FindTopUpOperator(ctx, question)
	fixture.RequireRetry(t, err)
}

func TestListTopUpProducts_Found_AreInTheOffer(t *testing.T) {
	p := &partner{products: []contract.TopUpProduct{{ID: "4711"}}}
	offer, err := topupacts.New(p).ListTopUpProducts(ctx, contract.TopUpOffer{OperatorID: "2151", Operator: "Airtel India"})
	require.NoError(t, err)
	require.Equal(t, contract.TopUpOffer{OperatorID: "2151", Operator: "Airtel India", Products: p.products}, offer)
	require.Equal(t, []string{"products 2151"}, p.asked)
	p.err = fixture.ErrRetry
	_, err = topupacts.New(p).ListTopUpProducts(ctx, offer)
	fixture.RequireRetry(t, err)
}

func TestSendTopUp_Purchase_IsTheKey(t *testing.T) {
	p := &partner{sent: arrived}
	sent, err := topupacts.New(p).SendTopUp(ctx, order)
	require.NoError(t, err)
	require.Equal(t, contract.TopUpSent{Reference: "99", Told: true}, sent)
	require.Equal(t, topup.Order{Key: "p-1", Mobile: "+919876543210", ProductID: "4711"}, p.order)
	require.Equal(t, []string{"find p-1", "send p-1"}, p.asked)
}

func TestSendTopUp_SentBefore_IsNotRepeated(t *testing.T) {
	p := &partner{knows: true, found: arrived}
	sent, err := topupacts.New(p).SendTopUp(ctx, order)
	require.NoError(t, err)
	require.Equal(t, "99", sent.Reference)
	require.Equal(t, []string{"find p-1"}, p.asked)
}

func TestSendTopUp_NotTold_IsNoRefusal(t *testing.T) {
	p := &partner{findErr: fixture.RefusedWith("unauthorised")}
	_, err := topupacts.New(p).SendTopUp(ctx, order)
	fixture.RequireRetry(t, err)
	require.Equal(t, []string{"find p-1"}, p.asked, "an earlier try may have sent it")
}

func TestSendTopUp_UnknownOutcome_AsksFirst(t *testing.T) {
	for name, unclear := range map[string]error{"no answer": fixture.ErrUnknown, "a key that was used": fixture.RefusedWith(topup.CodeKeyUsed)} {
		t.Run(name, func(t *testing.T) {
			p := &partner{err: unclear, found: arrived}
			sent, err := topupacts.New(p).SendTopUp(ctx, order)
			require.NoError(t, err)
			require.Equal(t, "99", sent.Reference)
			require.Equal(t, []string{"find p-1", "send p-1", "find p-1"}, p.asked)

			p.found.Status, p.found.Reason = topup.Refused, "operator_currently_unavailable"
			_, err = topupacts.New(p).SendTopUp(ctx, order)
			fixture.RequireRefusal(t, err, contract.FailInternationalRefused)
			p.found.Status = topup.Pending
			_, err = topupacts.New(p).SendTopUp(ctx, order)
			fixture.RequireRetry(t, err)
			p.findErr = gateway.ErrNotFound // the order never arrived: the next try sends it
			_, err = topupacts.New(p).SendTopUp(ctx, order)
			fixture.RequireRetry(t, err)
		})
	}
}

func TestSendTopUp_EachRefusal_HasItsCode(t *testing.T) {
	for refusal, want := range map[string]contract.Code{
		topup.CodeProductGone: contract.FailInternationalProduct, topup.CodeRecipient: contract.FailInternationalUnserved, topup.CodeNoFunds: contract.FailTopUpFunds, "unauthorised": contract.FailInternationalRefused,
	} {
		p := &partner{err: fixture.RefusedWith(refusal)}
		_, err := topupacts.New(p).SendTopUp(ctx, order)
		fixture.RequireRefusal(t, err, want)
		require.Equal(t, []string{"find p-1", "send p-1"}, p.asked, "a no is not asked about")
	}
	for reason, want := range map[string]contract.Code{
		topup.CodeRecipient: contract.FailInternationalUnserved, topup.CodeBarred: contract.FailInternationalUnserved,
		"operator_currently_unavailable": contract.FailInternationalRefused, "": contract.FailInternationalRefused,
		topup.CodeNoFunds: contract.FailInternationalRefused, // it has used up the key: support cannot try again
	} {
		_, err := topupacts.New(&partner{sent: topup.Transaction{Status: topup.Refused, Reason: reason}}).SendTopUp(ctx, order)
		fixture.RequireRefusal(t, err, want)
	}
	for status, want := range map[topup.Status]contract.Code{
		topup.Cancelled: contract.FailInternationalCancelled, topup.Reversed: contract.FailInternationalReversed,
	} {
		_, err := topupacts.New(&partner{sent: topup.Transaction{Status: status}}).SendTopUp(ctx, order)
		fixture.RequireRefusal(t, err, want)
	}
	for _, again := range []*partner{{err: fixture.ErrRetry}, {sent: topup.Transaction{Status: topup.Pending}}} {
		_, err := topupacts.New(again).SendTopUp(ctx, order)
		fixture.RequireRetry(t, err)
	}
}

func TestFindTopUp_EachStatus_Answered(t *testing.T) {
	for name, p := range map[string]*partner{
		"never seen": {findErr: gateway.ErrNotFound}, "refused": {knows: true, found: topup.Transaction{Status: topup.Refused}},
		"called off": {knows: true, found: topup.Transaction{Status: topup.Cancelled}},
	} {
		found, err := topupacts.New(p).FindTopUp(ctx, order)
		require.NoError(t, err, name)
		require.Equal(t, contract.TopUpFound{}, found, name)
	}
	found, err := topupacts.New(&partner{knows: true, found: topup.Transaction{Status: topup.Reversed}}).FindTopUp(ctx, order)
	require.NoError(t, err)
	require.Equal(t, contract.TopUpFound{Reversed: true}, found)
	found, err = topupacts.New(&partner{knows: true, found: arrived}).FindTopUp(ctx, order)
	require.NoError(t, err)
	require.Equal(t, &contract.TopUpSent{Reference: "99", Told: true}, found.Sent)
	for _, p := range []*partner{{knows: true, found: topup.Transaction{Status: topup.Pending}}, {findErr: fixture.ErrRetry}} {
		_, err = topupacts.New(p).FindTopUp(ctx, order)
		fixture.RequireRetry(t, err)
	}
	_, err = topupacts.New(&partner{findErr: fixture.RefusedWith("unauthorised")}).FindTopUp(ctx, order)
	fixture.RequireRefusal(t, err, contract.FailOutcomeUnknown)
}
