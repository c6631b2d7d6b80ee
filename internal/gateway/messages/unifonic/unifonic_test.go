package unifonic_test

import (
	"log/slog"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/notice"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/gateway/messages/unifonic"
)

const (
	secret = "a secret of this test"
	taken  = `{"success":true,"message":"","errorCode":"ER-00","data":{"MessageID":3200017889310,"Status":"Queued","NumberOfUnits":1}}`
)

func senderTo(t *testing.T, address string) *unifonic.Sender {
	t.Helper()
	sender, err := unifonic.New(unifonic.Config{
		URL: address, AppSID: "sid", Sender: "Selfcare", SenderPromotional: "Selfcare-AD", PublicURL: "https://selfcare.example", Secret: secret,
	}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return sender
}

func sms() messages.Message {
	return messages.Message{Key: "order-placed-sms", Channel: messages.SMS, To: "0551234567", Class: notice.Transactional, Language: "ar", Text: "أهلًا & مرحبًا"}
}

// sentIn returns the parameters of the latest call.
func sentIn(t *testing.T, provider *gatewaytest.System) (path string, values url.Values) {
	t.Helper()
	_, address, _ := strings.Cut(provider.Latest().Line, " ")
	parsed, err := url.Parse(address)
	require.NoError(t, err)
	return parsed.Path, parsed.Query()
}

func TestSend_Format_IsUnifonics(t *testing.T) {
	provider := gatewaytest.Start(t, 200, taken)
	require.NoError(t, senderTo(t, provider.URL).Send(t.Context(), sms()))
	path, sent := sentIn(t, provider)
	require.Equal(t, "/rest/SMS/messages", path)
	require.True(t, strings.HasPrefix(provider.Latest().Line, "POST "))
	reports, err := url.Parse(sent.Get("statusCallback"))
	require.NoError(t, err)
	require.Equal(t, "https://selfcare.example/api/webhooks/sms/unifonic", reports.Scheme+"://"+reports.Host+reports.Path)
	require.Equal(t, "order-placed-sms", reports.Query().Get("key"))
	sent.Del("statusCallback")
	require.Len(t, sent.Get("CorrelationID"), 32)
	sent.Del("CorrelationID")
	require.Equal(t, url.Values{
		"AppSid": {"sid"}, "SenderID": {"Selfcare"}, "Recipient": {"966551234567"}, "Body": {"أهلًا & مرحبًا"}, "responseType": {"JSON"}, "async": {"false"},
	}, sent)
}

func TestSend_Promotion_HasItsOwnSender(t *testing.T) {
	provider := gatewaytest.Start(t, 200, taken)
	promotion := sms()
	promotion.Class = notice.Promotional
	require.NoError(t, senderTo(t, provider.URL).Send(t.Context(), promotion))
	_, sent := sentIn(t, provider)
	require.Equal(t, "Selfcare-AD", sent.Get("SenderID"))
}

func TestSend_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		status int
		answer string
		want   error
	}{
		"taken":                       {200, taken, nil},
		"the same text just now":      {409, `{"success":false}`, nil},
		"no key":                      {402, `{"success":false}`, gateway.ErrRetry},
		"a wrong key":                 {401, `{"success":false}`, gateway.ErrRetry},
		"our address not allowed":     {403, `{"success":false}`, gateway.ErrRetry},
		"an unregistered sender":      {480, `{"success":false}`, gateway.ErrRetry},
		"a sender of another account": {440, `{"success":false}`, gateway.ErrRetry},
		"too many":                    {429, ``, gateway.ErrRetry},
		"too long":                    {412, `{"success":false}`, gateway.ErrFinal},
		"without a text":              {449, `{"success":false}`, gateway.ErrFinal},
		"failed":                      {599, `{"success":false}`, gateway.ErrUnknown},
		"without success":             {200, `{"success":false,"errorCode":"ER-01"}`, gateway.ErrUnknown},
		"a page":                      {200, `<html>login</html>`, gateway.ErrUnknown},
		"moved":                       {301, ``, gateway.ErrUnknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := senderTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL).Send(t.Context(), sms())
			require.ErrorIs(t, err, tt.want)
		})
	}
}

func TestSend_NoMobile_AddressInvalid(t *testing.T) {
	requireInvalid := func(err error) {
		t.Helper()
		var refused *gateway.Refusal
		require.ErrorAs(t, err, &refused)
		require.Equal(t, messages.AddressInvalid, refused.Code)
	}
	for _, status := range []int{410, 482} {
		requireInvalid(senderTo(t, gatewaytest.Start(t, status, `{"success":false}`).URL).Send(t.Context(), sms()))
	}
	provider := gatewaytest.Start(t, 200, taken)
	for _, to := range []string{"0112345678", "9200012345", "+966551234567", "05512345678", ""} {
		landline := sms()
		landline.To = to
		requireInvalid(senderTo(t, provider.URL).Send(t.Context(), landline))
	}
	require.Empty(t, provider.Latest().Line, "no call for a number that takes no SMS")
}

func TestSend_Repeated_AsksFirst(t *testing.T) {
	provider := gatewaytest.Start(t, 200, `{"success":true,"data":{"messages":[{"MessageID":1,"Status":"Sent","DLR":"Delivered"}]}}`)
	again := sms()
	again.Repeated = true
	require.NoError(t, senderTo(t, provider.URL).Send(t.Context(), again))
	path, asked := sentIn(t, provider)
	require.Equal(t, "/rest/SMS/Messages/GetMessagesDetails", path, "it has left: no other one is sent")
	require.Len(t, asked.Get("CorrelationID"), 32)

	for name, answer := range map[string]string{
		"never seen": `{"success":true,"data":{"messages":[]}}`,
		"failed":     `{"success":true,"data":{"messages":[{"Status":"Failed"}]}}`,
	} {
		provider.Answer(200, answer)
		require.NoError(t, senderTo(t, provider.URL).Send(t.Context(), again), name)
		path, _ = sentIn(t, provider)
		require.Equal(t, "/rest/SMS/messages", path, name)
	}

	provider.Answer(500, "")
	require.ErrorIs(t, senderTo(t, provider.URL).Send(t.Context(), again), gateway.ErrRetry, "without an answer it is neither sent nor given up")
}

// reportOn returns the call-back about our text, with the proof of its address.
func reportOn(t *testing.T, kind, body string) callback.Request {
	t.Helper()
	provider := gatewaytest.Start(t, 200, taken)
	require.NoError(t, senderTo(t, provider.URL).Send(t.Context(), sms()))
	_, sent := sentIn(t, provider)
	address, err := url.Parse(sent.Get("statusCallback"))
	require.NoError(t, err)
	return callback.Request{
		Header: func(name string) string { return map[string]string{"Content-Type": kind}[name] },
		Query:  address.Query().Get, Body: []byte(body), Client: netip.MustParseAddr("192.0.2.1"), At: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC),
	}
}

func TestReceive_Reports_AreRead(t *testing.T) {
	lost := []callback.Event{{
		ID: "3200017889310-Undeliverable", OccurredAt: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC), News: callback.Undelivered{Key: "order-placed-sms", Channel: "sms"},
	}}
	tests := map[string]struct {
		kind, body string
		want       []callback.Event
		wantErr    error
	}{
		"not delivered, a form":   {"application/x-www-form-urlencoded", "MessageID=3200017889310&DLR=Undeliverable&Recipient=966551234567", lost, nil},
		"not delivered, JSON":     {"application/json", `{"MessageID":3200017889310,"DLR":"Undeliverable"}`, lost, nil},
		"the id as a text":        {"", `{"MessageID":"3200017889310","DLR":"Undeliverable"}`, lost, nil},
		"delivered":               {"application/json", `{"MessageID":3200017889310,"DLR":"Delivered"}`, nil, nil},
		"a state on the way":      {"application/json", `{"MessageID":3200017889310,"DLR":"Buffered"}`, nil, nil},
		"a page":                  {"text/html", `<html>`, nil, callback.ErrUnreadable},
		"a list":                  {"application/json", `[]`, nil, callback.ErrUnreadable},
		"a broken form":           {"application/x-www-form-urlencoded", "DLR=%zz", nil, callback.ErrUnreadable},
		"without an id of theirs": {"application/json", `{"MessageID":"\u0000","DLR":"Undeliverable"}`, nil, &callback.Invalid{Field: "MessageID"}},
		"without a state":         {"application/json", `{"MessageID":3200017889310}`, nil, &callback.Invalid{Field: "DLR"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := unifonic.Receiver{Secret: secret}.Receive(t.Context(), reportOn(t, tt.kind, tt.body))
			require.Equal(t, tt.wantErr, err)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestReceive_OtherProof_Forged(t *testing.T) {
	const body = `{"MessageID":3200017889310,"DLR":"Undeliverable"}`
	good := reportOn(t, "application/json", body)
	swapped := good
	swapped.Query = func(name string) string {
		return map[string]string{"key": "another-order-sms", "proof": good.Query("proof")}[name]
	}
	bare := good
	bare.Query = func(string) string { return "" }
	for name, tt := range map[string]struct {
		request callback.Request
		secret  string
	}{"the proof of another text": {swapped, secret}, "no proof": {bare, secret}, "another secret": {good, "another"}, "no secret": {good, ""}} {
		_, err := unifonic.Receiver{Secret: tt.secret}.Receive(t.Context(), tt.request)
		require.ErrorIs(t, err, callback.ErrForged, name)
	}
}
