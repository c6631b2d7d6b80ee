package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

type ownOrders struct {
	Items   []gen.OrderSummary
	Page    int
	PerPage int `json:"per_page"`
	HasMore bool
}

func (r *rig) ownOrders(token, query string) ownOrders {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/orders"+query, "", bearer(token))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[ownOrders](r.t, got)
}

// under starts a guest's order that got as far as its price, under an ID number.
func (r *rig) under(idNumber string) started {
	r.t.Helper()
	o := r.start()
	r.put(o, func(full *contract.Order) {
		full.Stage = contract.StagePreparing
		full.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 50000}
		full.Person = &contract.Person{IDNumber: idNumber, Nationality: "SA", BirthDate: "1990-03-05"}
		full.Price = &contract.Price{Lines: []contract.PriceLine{{Key: contract.LineNumber, Amount: 61500}}, Total: 61500}
	})
	return o
}

func TestListOrders_ExtraSIM_HasItsNameAndTheNumberOfItsLine(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	extra := r.under(ownerID)
	r.put(extra, func(full *contract.Order) {
		full.Kind, full.Booking = contract.KindMultiSIM, nil
		full.Line = &contract.Line{ID: r.lineID(mainLine), MSISDN: mainLine}
		full.ExtraSIM = &contract.ExtraSIM{Name: "Car 678"}
	})
	row := r.ownOrders(r.signIn(mainLine), "").Items[0]
	require.Equal(t, mainLine, *row.Msisdn)
	require.Equal(t, "Car 678", *row.SimName)
}

func TestCustomersSeeTheirOwnOrders(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	require.Empty(t, r.ownOrders(token, "").Items)
	mine := r.under(ownerID)
	r.under(nextID)
	shown := r.ownOrders(token, "")
	require.Len(t, shown.Items, 1)
	require.Equal(t, ownOrders{shown.Items, 1, 10, false}, shown)
	row := shown.Items[0]
	require.Equal(t, mine.id, row.Id)
	require.Regexp(t, `^SC[0-9]{8}$`, row.OrderNumber)
	require.Equal(t, "sim", row.Kind)
	require.Equal(t, gen.OrderStage(contract.StagePreparing), row.Stage)
	require.EqualValues(t, "preparing", *row.CustomerStatus)
	require.Equal(t, "0570000123", *row.Msisdn)
	require.EqualValues(t, 61500, *row.Total)
	require.False(t, row.UpdatedAt.Before(row.CreatedAt))

	for range 10 {
		r.under(ownerID)
	}
	require.True(t, r.ownOrders(token, "").HasMore)
	last := r.ownOrders(token, "?page=2")
	require.Len(t, last.Items, 1)
	require.Equal(t, mine.id, last.Items[0].Id, "newest first")
	requireRefused(t, r.call(http.MethodGet, "/api/orders?page=0", "", bearer(token)), contract.FailValidation)
	requireRefused(t, r.call(http.MethodGet, "/api/orders", "", bearer(r.device())), contract.FailNotSignedIn)
}

func TestASignedInOwnerOpensAnOrderWithoutItsSession(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	mine := r.under(ownerID)
	token, home := r.signIn(mainLine), r.subAccount(user, "0570000004", "prepaid", []string{})
	for _, headers := range [][]header{
		{bearer(token)},
		{bearer(token), onAccount(home)},
		{bearer(token), withSession("none")},
		{withSession(mine.session)},
		{withSession(mine.session), bearer("over")},
	} {
		got := r.call(http.MethodGet, "/api/orders/"+mine.id, "", headers...)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	}
	cancel := r.call(http.MethodPost, "/api/orders/"+mine.id+"/cancellation", `{"reason":"mistake"}`, bearer(token), freshKey())
	require.Equal(t, http.StatusOK, cancel.StatusCode, string(cancel.body))

	theirs := r.under(nextID)
	strangers := map[string]header{
		"signed in as somebody else": bearer(token), "a device": bearer(r.device()), "another order's session": withSession(mine.session),
		"support": bearer(r.signedIn("support@selfcare.example", "support")),
	}
	for name, shown := range strangers {
		for _, path := range []string{"", "/timeline", "/events"} {
			got := r.call(http.MethodGet, "/api/orders/"+theirs.id+path, "", shown)
			require.Equal(t, contract.FailOrderNotYours, contract.Code(got.problem(t).MessageKey), name+path)
		}
	}
	r.call(http.MethodPost, "/api/users/current/logout", "", bearer(token))
	requireRefused(t, r.call(http.MethodGet, "/api/orders/"+mine.id, "", bearer(token)), contract.FailUnauthenticated)
}

// A sub-account is a line whose holder agreed to be managed, not somebody whose orders may be read.
func TestASubAccountsOrdersStayItsHoldersOwn(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	holder := owner
	holder.IDNumber = nextID
	line := r.line("0570000004", "prepaid", holder)
	_, err := r.db.ExecContext(t.Context(), "INSERT INTO subscriptions (user_id, line_id, is_main) VALUES (?, ?, false)", user.ID, line)
	require.NoError(t, err)
	theirs := r.under(nextID)
	token := r.signIn(mainLine)
	require.Len(t, r.accounts(token), 2)
	require.Empty(t, r.ownOrders(token, "").Items)
	requireRefused(t, r.call(http.MethodGet, "/api/orders/"+theirs.id, "", bearer(token)), contract.FailOrderNotYours)
}

func TestASignedInCustomerLogsOutToOrderANumber(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	for _, body := range []string{
		startSIM, `{"kind":"esim","numberSource":"new"}`, `{"kind":"sim","numberSource":"port-in"}`, `{"kind":"esim","numberSource":"port-in"}`,
	} {
		for _, language := range []string{texts.English, texts.Arabic} {
			got := r.call(http.MethodPost, "/api/orders", body, bearer(token), freshKey(), header{"Accept-Language": language})
			problem := requireRefused(t, got, contract.FailLogOutFirst)
			require.Equal(t, texts.Text(language, contract.FailLogOutFirst, nil), problem.Message)
		}
	}
	require.Empty(t, r.flow.sentUpdates())
	requireRefused(t, r.call(http.MethodPost, "/api/orders", `{"kind":"multisim","numberSource":"new"}`, bearer(token), freshKey()), contract.FailKindNotOffered)
	require.Equal(t, http.StatusNoContent, r.call(http.MethodPost, "/api/users/current/logout", "", bearer(token)).StatusCode)
	requireRefused(t, r.call(http.MethodPost, "/api/orders", startSIM, bearer(token), freshKey()), contract.FailUnauthenticated)
	for _, shown := range []header{{}, bearer(r.device())} {
		got := r.call(http.MethodPost, "/api/orders", startSIM, shown, freshKey())
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	}
}
