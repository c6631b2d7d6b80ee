package messagelink_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
)

const order = "01980000-0000-8000-8000-000000000001"

var (
	sent   = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	signer = messagelink.NewSigner([]byte("the secret of the links in tests"))
)

func TestCode_Repeat_IsTheSame(t *testing.T) {
	code := signer.Code("order", "o1-order-placed-7-sms")
	require.Len(t, code, 16, "an SMS is paid for by its length")
	require.Equal(t, code, signer.Code("order", "o1-order-placed-7-sms"), "a repeat sends the same link")
	for name, other := range map[string]messagelink.Code{
		"of another channel, because each message is opened once": signer.Code("order", "o1-order-placed-7-email"),
		"for another purpose":                            signer.Code("invoice", "o1-order-placed-7-sms"),
		"with a part that moved between purpose and key": signer.Code("ordero", "1-order-placed-7-sms"),
		"of another secret":                              messagelink.NewSigner([]byte("another secret of links in tests")).Code("order", "o1-order-placed-7-sms"),
	} {
		require.NotEqual(t, code, other, name)
		require.NotEqual(t, code.Digest(), other.Digest(), name)
	}
	read, ok := messagelink.ReadCode(string(code))
	require.True(t, ok)
	require.Equal(t, code, read)
}

func TestReadCode_OtherForm_IsNone(t *testing.T) {
	code := string(signer.Code("order", "key"))
	for name, text := range map[string]string{
		"nothing": "", "cut off": code[:15], "longer": code + "A", "with a line break": code[:8] + "\n" + code[8:], "another alphabet": "+" + code[1:],
	} {
		_, ok := messagelink.ReadCode(text)
		require.False(t, ok, name)
	}
}

func TestToOrder_EachScope_EndsInTime(t *testing.T) {
	for scope, lasts := range map[permission.Scope]time.Duration{
		permission.Tracking: 7 * 24 * time.Hour, permission.Activation: 3 * 24 * time.Hour,
		permission.Installation: 2 * 24 * time.Hour, permission.Correction: 3 * 24 * time.Hour, permission.Payment: 2 * 24 * time.Hour,
	} {
		to := messagelink.ToOrder(order, scope, sent)
		require.Equal(t, messagelink.Link{OrderID: order, Scope: scope, Ends: sent.Add(lasts)}, to)
		require.False(t, to.Over(sent.Add(lasts-time.Second)))
		require.True(t, to.Over(sent.Add(lasts)), "the very last instant is too late")
	}
	require.Equal(t, messagelink.Link{InvoiceID: order, Ends: sent.Add(366 * 24 * time.Hour)}, messagelink.ToInvoice(order, sent))
}

func TestSessionEnds_LateOpening_LastsAnHour(t *testing.T) {
	to := messagelink.ToOrder(order, permission.Installation, sent)
	require.Equal(t, to.Ends, to.SessionEnds(sent.Add(time.Hour)))
	late := to.Ends.Add(-time.Minute)
	require.Equal(t, late.Add(time.Hour), to.SessionEnds(late))
}

func TestScopeOf_Message_HasItsScope(t *testing.T) {
	for template, scope := range map[string]permission.Scope{
		"order-placed": permission.Tracking, "order-delivered": permission.Activation, "activation-reminder": permission.Activation,
		"esim-ready": permission.Installation, "esim-ready-port": permission.Installation, "esim-failed": permission.Tracking, "address-refused": permission.Tracking,
		"port-rejected": permission.Correction, "order-cancelled": permission.Tracking, "order-delivered-port": permission.Tracking,
	} {
		require.Equal(t, scope, messagelink.ScopeOf(template), template)
	}
}
