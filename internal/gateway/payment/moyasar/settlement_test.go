package moyasar_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/settlement"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/payment/moyasar"
)

const batchID = "3fa85f64-5717-4562-b3fc-2c963f66afa6"

// settles is a Moyasar with one settlement, whose pages are written by the test. It notes the requests.
type settles struct {
	amount, fee, tax int64
	pages            []string // of lines, each the elements of an array
	meta             func(page int, meta map[string]any)
	asked            []string
}

func (s *settles) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asked = append(s.asked, r.URL.RequestURI())
	view := fmt.Sprintf(`{"id":%q,"recipient_type":"Entity","currency":"SAR","amount":%d,"fee":%d,"tax":%d,"settlement_count":1,"created_at":"2026-11-26T03:00:00.000Z"}`,
		batchID, s.amount, s.fee, s.tax)
	page := 1
	_, _ = fmt.Sscan(r.URL.Query().Get("page"), &page)
	count := 0
	for _, p := range s.pages {
		count += strings.Count(p, `"type"`)
	}
	meta := map[string]any{"current_page": page, "next_page": nil, "total_count": count}
	if page < len(s.pages) {
		meta["next_page"] = page + 1
	}
	if s.meta != nil {
		s.meta(page, meta)
	}
	written, _ := json.Marshal(meta)
	switch path := strings.TrimPrefix(r.URL.Path, "/v1/settlements"); {
	case path == "/"+batchID:
		_, _ = fmt.Fprint(w, view)
	case path == "/"+batchID+"/lines" && page <= len(s.pages) && s.pages[page-1] != "fails":
		_, _ = fmt.Fprintf(w, `{"lines":[%s],"meta":%s}`, s.pages[page-1], written)
	case path == "":
		_, _ = fmt.Fprintf(w, `{"settlements":[%s],"meta":%s}`, view, written)
	default:
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func (s *settles) adapter(t *testing.T) *moyasar.Provider {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return adapterTo(t, server.URL+"/v1")
}

func lineJSON(kind string, net, fee, tax int64) string {
	return fmt.Sprintf(`{"payment_id":%q,"type":%q,"currency":"SAR","payment_amount":17250,"amount":%d,"fee":%d,"tax":%d,"reference_number":"123456789012",`+
		`"created_at":"2026-11-24T09:00:00.000Z"}`, paymentID, kind, net, fee, tax)
}

func TestReadSettlement_EachType_InOurWords(t *testing.T) {
	s := &settles{amount: 16936 - 17250 - 17250 - 17250 - 23000 - 115, fee: 46, tax: 6, pages: []string{
		lineJSON("payment", 16936, 314, 41) + "," + lineJSON("refund", -17250, 0, 0) + "," + lineJSON("void", -17250, 0, 0),
		lineJSON("chargeback", -17250, 0, 0) + "," + lineJSON("chargeback_penalty", -23000, 23000, 3000) + "," + lineJSON("platform_duties", -115, 0, 15),
	}}
	batch, err := s.adapter(t).ReadSettlement(t.Context(), batchID)
	require.NoError(t, err)
	require.Empty(t, batch.Broken)
	require.Empty(t, batch.Unread)
	require.NotEmpty(t, batch.SHA256)
	type told struct {
		Type             settlement.Type
		Amount, Fee, VAT int64
	}
	var lines []told
	for i, l := range batch.Lines {
		require.Equal(t, i+1, l.Number)
		require.Equal(t, "2026-11-26", l.SettledOn)
		lines = append(lines, told{l.Type, int64(l.Amount), int64(l.Fee), int64(l.VAT)})
	}
	require.Equal(t, []told{
		{settlement.Payment, 17250, 273, 41},
		{settlement.Refund, 17250, 0, 0},
		{settlement.Void, 17250, 0, 0},
		{settlement.Chargeback, 17250, 0, 0},
		{settlement.Fee, 23000, 20000, 3000},
		{settlement.Fee, 115, 100, 15},
		{settlement.Fee, 46, 40, 6}, // of the bank transfer
	}, lines)
	require.Equal(t, settlement.Sums{Count: 7, Payments: 17250, Refunds: 34500, Chargebacks: 17250, Fees: 20413, VAT: 3062}, batch.Sums)
	require.Equal(t, paymentID, batch.Lines[0].PaymentID)
	require.Equal(t, time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC), batch.Lines[0].CapturedAt.UTC())
	require.Empty(t, batch.Lines[6].PaymentID)
	again, err := s.adapter(t).ReadSettlement(t.Context(), batchID)
	require.NoError(t, err)
	require.Equal(t, batch, again)
}

func TestReadSettlement_StrangeLine_IsUnread(t *testing.T) {
	for name, line := range map[string]string{
		"installment":          lineJSON("installment", -100, 0, 0),
		"new type":             lineJSON("cashback", 100, 0, 0),
		"payment that costs":   lineJSON("payment", -17250, 0, 0),
		"refund that gives":    lineJSON("refund", 17250, 0, 0),
		"fee that gives":       lineJSON("fee", 100, 0, 0),
		"fee below its VAT":    lineJSON("payment", 17240, 10, 41),
		"negative VAT":         lineJSON("payment", 17250, 0, -1),
		"more than can be":     lineJSON("payment", 1<<60, 0, 0),
		"no payment":           strings.Replace(lineJSON("payment", 17250, 0, 0), paymentID, "", 1),
		"name instead of id":   strings.Replace(lineJSON("payment", 17250, 0, 0), paymentID, "Noura Al Qahtani", 1),
		"another currency":     strings.Replace(lineJSON("payment", 17250, 0, 0), "SAR", "USD", 1),
		"no time":              strings.Replace(lineJSON("payment", 17250, 0, 0), `"created_at"`, `"at"`, 1),
		"words as a reference": strings.Replace(lineJSON("payment", 17250, 0, 0), "123456789012", "a b", 1),
	} {
		var net struct{ Amount int64 }
		require.NoError(t, json.Unmarshal([]byte(line), &net))
		s := &settles{amount: net.Amount + 17250, pages: []string{lineJSON("payment", 17250, 0, 0) + "," + line}}
		batch, err := s.adapter(t).ReadSettlement(t.Context(), batchID)
		require.NoError(t, err, name)
		require.Equal(t, []any{[]int{2}, 1, 2}, []any{batch.Unread, len(batch.Lines), batch.Sums.Count}, name)
	}
	s := &settles{amount: 17250, pages: []string{strings.Replace(lineJSON("payment", 17250, 0, 0), "created_at", "transaction_date", 1)}}
	batch, err := s.adapter(t).ReadSettlement(t.Context(), batchID)
	require.NoError(t, err)
	require.Len(t, batch.Lines, 1, "the time may have the name of the CSV")
}

func TestReadSettlement_OtherSum_IsBroken(t *testing.T) {
	s := &settles{amount: 17251, pages: []string{lineJSON("payment", 17250, 0, 0)}}
	batch, err := s.adapter(t).ReadSettlement(t.Context(), batchID)
	require.NoError(t, err)
	require.Equal(t, "sums", batch.Broken)
	require.Empty(t, batch.Lines)
	first := batch.SHA256
	s.amount = 17252
	batch, err = s.adapter(t).ReadSettlement(t.Context(), batchID)
	require.NoError(t, err)
	require.NotEqual(t, first, batch.SHA256, "the provider has changed it")
}

func TestReadSettlement_BadPages_AreReadAgain(t *testing.T) {
	one := lineJSON("payment", 17250, 0, 0)
	for name, tt := range map[string]struct {
		pages []string
		meta  func(page int, meta map[string]any)
	}{
		"a page that fails":  {[]string{one, "fails"}, nil},
		"a page of no JSON":  {[]string{one, "<html>"}, nil},
		"half an amount":     {[]string{strings.Replace(one, "17250,\"fee", "172.5,\"fee", 1)}, nil},
		"another page":       {[]string{one, one}, func(_ int, meta map[string]any) { meta["current_page"] = 1 }},
		"the same page next": {[]string{one, one}, func(page int, meta map[string]any) { meta["next_page"] = page }},
		"a page left out":    {[]string{one, one, one}, func(_ int, meta map[string]any) { meta["next_page"] = 3 }},
		"pages without end":  {[]string{one, ""}, func(page int, meta map[string]any) { meta["next_page"] = page + 1 }},
		"fewer than counted": {[]string{one, one}, func(_ int, meta map[string]any) { meta["total_count"] = 3 }},
		"one came meanwhile": {[]string{one, one}, func(page int, meta map[string]any) { meta["total_count"] = page }},
	} {
		s := &settles{amount: 17250 * int64(len(tt.pages)), pages: tt.pages, meta: tt.meta}
		_, err := s.adapter(t).ReadSettlement(t.Context(), batchID)
		require.ErrorIs(t, err, gateway.ErrRetry, name)
		require.LessOrEqual(t, len(s.asked), 5, name)
	}
}

func TestListSettlements_Day_IsThatOfRiyadh(t *testing.T) {
	s := &settles{pages: []string{""}} // made on the 26th, at 6 in the morning of Riyadh
	s.meta = func(_ int, meta map[string]any) { meta["total_count"] = 1 }
	adapter := s.adapter(t)
	for day, want := range map[string][]string{"2026-11-25": nil, "2026-11-26": {batchID}, "2026-11-27": nil} {
		listed, err := adapter.ListSettlements(t.Context(), day)
		require.NoError(t, err)
		require.Equal(t, settlement.Listing{IDs: want, Within: 8}, listed, day)
	}
	asked, err := url.Parse(s.asked[0])
	require.NoError(t, err)
	require.Equal(t, "/v1/settlements", asked.Path)
	require.NotEmpty(t, asked.Query().Get("created[gt]"))
	_, err = adapter.ListSettlements(t.Context(), "yesterday")
	require.Error(t, err)
	s.meta = func(page int, meta map[string]any) { meta["next_page"], meta["total_count"] = page, 2 }
	_, err = adapter.ListSettlements(t.Context(), "2026-11-26")
	require.ErrorIs(t, err, gateway.ErrRetry)
}
