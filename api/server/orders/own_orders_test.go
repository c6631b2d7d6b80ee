package orders_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/typed"
)

type ownOrders struct {
	Items   []gen.OrderSummary
	Page    int
	PerPage int `json:"per_page"`
	HasMore bool
}

func seesOwnOrders(r *servertest.Rig, token, query string) ownOrders {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/orders"+query, "", servertest.Bearer(token))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[ownOrders](r.T, got)
}

func TestListOrders_ExtraSIM_HasNameAndNumber(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	extra := r.StartUnderID(servertest.OwnerID)
	r.Put(extra, func(full *contract.Order) {
		full.Kind, full.Booking = contract.KindMultiSIM, nil
		full.Line = &contract.Line{ID: r.LineID(servertest.MainLine), MSISDN: servertest.MainLine}
		full.ExtraSIM = &contract.ExtraSIM{Name: "Car 678"}
	})
	row := seesOwnOrders(r, r.SignIn(servertest.MainLine), "").Items[0]
	require.Equal(t, servertest.MainLine, *row.Msisdn)
	require.Equal(t, "Car 678", *row.SimName)
	require.Nil(t, row.CanCorrectAddress)
	r.Put(extra, func(full *contract.Order) {
		full.Stage, full.Delivery = contract.StageHeld, &contract.Delivery{Method: contract.DeliverHome}
		full.Held = &contract.Held{From: contract.StagePreparing, Work: contract.WorkShip, FailureCode: contract.FailCourierRefused}
	})
	require.True(t, *seesOwnOrders(r, r.SignIn(servertest.MainLine), "").Items[0].CanCorrectAddress)
}

func TestListOrders_Customer_SeesOwnOnes(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	require.Empty(t, seesOwnOrders(r, token, "").Items)
	mine := r.StartUnderID(servertest.OwnerID)
	r.StartUnderID(servertest.NextID)
	shown := seesOwnOrders(r, token, "")
	require.Len(t, shown.Items, 1)
	require.Equal(t, ownOrders{shown.Items, 1, 10, false}, shown)
	row := shown.Items[0]
	require.Equal(t, mine.ID, row.Id)
	require.Regexp(t, typed.OrderNumber.Pattern(), row.OrderNumber)
	require.Equal(t, "sim", row.Kind)
	require.Equal(t, gen.OrderStage(contract.StagePreparing), row.Stage)
	require.EqualValues(t, "preparing", *row.CustomerStatus)
	require.Equal(t, "0570000123", *row.Msisdn)
	require.EqualValues(t, 61500, *row.Total)
	require.False(t, row.UpdatedAt.Before(row.CreatedAt))

	for range 10 {
		r.StartUnderID(servertest.OwnerID)
	}
	require.True(t, seesOwnOrders(r, token, "").HasMore)
	last := seesOwnOrders(r, token, "?page=2")
	require.Len(t, last.Items, 1)
	require.Equal(t, mine.ID, last.Items[0].Id, "newest first")
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/orders?page=0", "", servertest.Bearer(token)), contract.FailValidation)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/orders", "", servertest.Bearer(r.Device())), contract.FailNotSignedIn)
}

func TestOrder_SignedInOwner_NeedsNoSession(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	mine := r.StartUnderID(servertest.OwnerID)
	token, home := r.SignIn(servertest.MainLine), r.SubAccount(user, "0570000004", "prepaid", []string{})
	for _, headers := range [][]servertest.Header{
		{servertest.Bearer(token)},
		{servertest.Bearer(token), servertest.OnAccount(home)},
		{servertest.Bearer(token), servertest.WithSession("none")},
		{servertest.WithSession(mine.Session)},
		{servertest.WithSession(mine.Session), servertest.Bearer("over")},
	} {
		got := r.Call(http.MethodGet, "/api/orders/"+mine.ID, "", headers...)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	}
	cancel := r.Call(http.MethodPost, "/api/orders/"+mine.ID+"/cancellation", `{"reason":"mistake"}`, servertest.Bearer(token), servertest.FreshKey())
	require.Equal(t, http.StatusOK, cancel.StatusCode, string(cancel.Body))

	theirs := r.StartUnderID(servertest.NextID)
	strangers := map[string]servertest.Header{
		"signed in as another customer": servertest.Bearer(token), "a device": servertest.Bearer(r.Device()), "another order's session": servertest.WithSession(mine.Session),
		"support": servertest.Bearer(r.SignedIn("support@selfcare.example", "support")),
	}
	for name, shown := range strangers {
		for _, path := range []string{"", "/timeline", "/events"} {
			got := r.Call(http.MethodGet, "/api/orders/"+theirs.ID+path, "", shown)
			require.Equal(t, contract.FailOrderNotYours, contract.Code(got.Problem(t).MessageKey), name+path)
		}
	}
	r.Call(http.MethodPost, "/api/users/current/logout", "", servertest.Bearer(token))
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/orders/"+mine.ID, "", servertest.Bearer(token)), contract.FailUnauthenticated)
}

// The holder of a sub-account's line agreed to be managed, not to have their orders read.
func TestListOrders_SubAccount_HidesTheHolders(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	holder := servertest.Owner
	holder.IDNumber = servertest.NextID
	line := r.Line("0570000004", "prepaid", holder)
	_, err := r.DB.ExecContext(t.Context(), "INSERT INTO subscriptions (user_id, line_id, is_main) VALUES (?, ?, false)", user.ID, line)
	require.NoError(t, err)
	theirs := r.StartUnderID(servertest.NextID)
	token := r.SignIn(servertest.MainLine)
	require.Len(t, r.Accounts(token), 2)
	require.Empty(t, seesOwnOrders(r, token, "").Items)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/orders/"+theirs.ID, "", servertest.Bearer(token)), contract.FailOrderNotYours)
}

func TestStart_SignedInNewNumber_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	for _, body := range []string{
		servertest.StartSIM, `{"kind":"esim","numberSource":"new"}`, `{"kind":"sim","numberSource":"port-in"}`, `{"kind":"esim","numberSource":"port-in"}`,
	} {
		for _, language := range []string{texts.English, texts.Arabic} {
			got := r.Call(http.MethodPost, "/api/orders", body, servertest.Bearer(token), servertest.FreshKey(), servertest.Header{"Accept-Language": language})
			problem := servertest.RequireRefused(t, got, contract.FailLogOutFirst)
			require.Equal(t, texts.Text(language, contract.FailLogOutFirst, nil), problem.Message)
		}
	}
	require.Empty(t, r.Flow.SentUpdates())
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/orders", `{"kind":"multisim","numberSource":"new"}`, servertest.Bearer(token), servertest.FreshKey()), contract.FailKindNotOffered)
	require.Equal(t, http.StatusNoContent, r.Call(http.MethodPost, "/api/users/current/logout", "", servertest.Bearer(token)).StatusCode)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, servertest.Bearer(token), servertest.FreshKey()), contract.FailUnauthenticated)
	for _, shown := range []servertest.Header{{}, servertest.Bearer(r.Device())} {
		got := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, shown, servertest.FreshKey())
		require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	}
}
