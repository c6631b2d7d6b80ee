package servertest

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// FakeTopUps plays the workflow that asks the partner.
type FakeTopUps struct {
	mu    sync.Mutex
	offer contract.TopUpOffer
	Err   error
	Asked []string
}

func (f *FakeTopUps) Offer(_ context.Context, in contract.TopUpQuestion) (contract.TopUpOffer, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Asked = append(f.Asked, in.Mobile)
	return f.offer, f.Err
}

// Offers changes what the partner offers from now on.
func (f *FakeTopUps) Offers(change func(*contract.TopUpOffer)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(&f.offer)
}

func ServedIndia() contract.TopUpOffer {
	rupees := func(id, amount string, cost contract.Halalas) contract.TopUpProduct {
		gets := contract.ForeignAmount{Amount: amount, Currency: "INR"}
		return contract.TopUpProduct{ID: id, ServiceID: "1", Kind: contract.AirTime, Gets: gets, Cost: cost}
	}
	return contract.TopUpOffer{OperatorID: "2151", Operator: "Airtel India", Products: []contract.TopUpProduct{
		rupees("21511", "100.00", 455), rupees("21512", "500.00", 2273), rupees("21513", "0", 100),
	}}
}

const (
	AbroadPath   = "/api/users/balance/international-transfer/"
	RupeesChosen = `{"to_mobile":"+919876543210","service_id":"1","operator_id":"2151","amount":505,"currency":"SAR","product_id":"21511"}`
)

func (r *Rig) AskTopUpCode(token, choice string) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, AbroadPath+"code", `{"transfer":`+choice+`}`, Bearer(token))
}

// TopUpCode requests the code of an international transfer and returns it.
func (r *Rig) TopUpCode(token, choice string) string {
	r.T.Helper()
	r.Redis.FastForward(2 * time.Minute) // a number gets a code a minute
	got := r.AskTopUpCode(token, choice)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return r.Notices.Code()
}

func (r *Rig) SendTopUp(token, choice, code string, headers ...Header) Answer {
	r.T.Helper()
	body := fmt.Sprintf(`{"verify":{"otp":%q},"transfer":%s}`, code, choice)
	return r.Call(http.MethodPost, AbroadPath+"transfer", body, append([]Header{Bearer(token), FreshKey()}, headers...)...)
}

// MainBalance returns the balance of the main line.
func (r *Rig) MainBalance() contract.Halalas {
	r.T.Helper()
	usage, err := r.Store.Lines.Usage(r.T.Context(), r.LineID(MainLine))
	require.NoError(r.T, err)
	return usage.Balance
}
