package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestVerified_KnownContact_Verified(t *testing.T) {
	typed := contract.Contact{FullName: "Sara Ali", Mobile: "0551234567", Email: "Sara@example.sa"}
	tests := map[string]struct {
		known []contract.Contact
		want  []contract.Channel
	}{
		"nothing is known":                  {nil, nil},
		"an empty known contact":            {[]contract.Contact{{}}, nil},
		"the mobile":                        {[]contract.Contact{{Mobile: "0551234567"}}, []contract.Channel{contract.ByMobile}},
		"the e-mail, however it is written": {[]contract.Contact{{Email: "sara@example.sa"}}, []contract.Channel{contract.ByEmail}},
		"another mobile and another e-mail": {[]contract.Contact{{Mobile: "0551234568", Email: "ali@example.sa"}}, nil},
		"each from elsewhere, mobile first": {[]contract.Contact{{Email: "sara@example.sa"}, {Mobile: "0551234567"}}, []contract.Channel{contract.ByMobile, contract.ByEmail}},
		"an unproved contact of the order":  {[]contract.Contact{order.VerifiedContact(&contract.Contact{Mobile: "0551234567"})}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, order.Verified(typed, tt.known...)) })
	}
}

func TestShown_UnprovedChannel_LeftOut(t *testing.T) {
	contact := contract.Contact{FullName: "Sara Ali", Mobile: "0551234567", Email: "sara@example.sa"}
	require.Equal(t, contract.Contact{}, order.VerifiedContact(nil))
	require.Equal(t, contract.Contact{}, order.VerifiedContact(&contact))
	contact.Verified = []contract.Channel{contract.ByEmail}
	require.Equal(t, contract.Contact{Email: "sara@example.sa"}, order.VerifiedContact(&contact))
}

func TestValidateContact_OneChannel_IsEnough(t *testing.T) {
	unknown := contract.Contact{FullName: "Sara Ali", Mobile: "0551234567", Email: "sara@example.sa"}
	require.Equal(t, contract.Refuse(contract.FailContactUnverified), order.ValidateContact(unknown, true))
	require.NoError(t, order.ValidateContact(unknown, false), "switched off")
	for _, way := range []contract.Channel{contract.ByMobile, contract.ByEmail} {
		known := unknown
		known.Verified = []contract.Channel{way}
		require.NoError(t, order.ValidateContact(known, true))
	}
}

func TestReachedAt_UnprovedEmail_IsFalse(t *testing.T) {
	typed := contract.Contact{Mobile: "0551234567", Email: "sara@example.sa"}
	shown := typed
	shown.Verified = []contract.Channel{contract.ByEmail}
	tests := map[string]struct {
		contact       *contract.Contact
		mobile, email string
		want          bool
	}{
		"the mobile":                 {&typed, "0551234567", "", true},
		"another mobile":             {&typed, "0551234568", "", false},
		"an e-mail only typed":       {&typed, "", "sara@example.sa", false},
		"the e-mail that was shown":  {&shown, "", "sara@example.sa", true},
		"however it is written":      {&shown, "", "Sara@Example.sa", true},
		"another e-mail":             {&shown, "", "ali@example.sa", false},
		"nothing":                    {&shown, "", "", false},
		"an order without a contact": {nil, "0551234567", "", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, order.IsReachedAt(tt.contact, tt.mobile, tt.email)) })
	}
}

func TestNotices_Unpaid_OmitsUnprovedAddress(t *testing.T) {
	contact := contract.Contact{Mobile: "0551234567", Email: "sara@example.sa"}
	told := func(o contract.Order, verified ...contract.Channel) contract.Contact {
		c := contact
		c.Verified = verified
		o.Contact = &c
		sent := order.Notices(o, contract.Limits{}, "hold-expired")[0]
		return contract.Contact{Mobile: sent.Mobile, Email: sent.Email}
	}
	paid := contract.Order{Payments: []contract.Payment{{Status: contract.PaymentPaid}}}
	require.Equal(t, contract.Contact{Email: contact.Email}, told(contract.Order{}, contract.ByEmail))
	require.Equal(t, contract.Contact{Mobile: contact.Mobile}, told(contract.Order{}, contract.ByMobile))
	require.Equal(t, contact, told(contract.Order{}, contract.ByMobile, contract.ByEmail))
	require.Equal(t, contact, told(paid, contract.ByEmail), "a paid order uses each address")
	require.Equal(t, contact, told(contract.Order{}), "no way needs to be shown")
}

func TestGreetedName_UnprovedEmail_IsEmpty(t *testing.T) {
	orderOf := func(status contract.PaymentStatus, verified ...contract.Channel) contract.Order {
		return contract.Order{
			Contact:  &contract.Contact{FullName: "Sara Ali", Mobile: "0551234567", Email: "sara@example.sa", Verified: verified},
			Payments: []contract.Payment{{Status: status}},
		}
	}
	for name, tt := range map[string]struct {
		order contract.Order
		want  string
	}{
		"no contact":                    {contract.Order{}, ""},
		"unpaid, and nothing is proved": {orderOf(contract.PaymentDeclined), ""},
		"unpaid, the mobile is proved":  {orderOf(contract.PaymentDeclined, contract.ByMobile), ""},
		"unpaid, the e-mail is proved":  {orderOf(contract.PaymentDeclined, contract.ByEmail), "Sara Ali"},
		"paid":                          {orderOf(contract.PaymentPaid), "Sara Ali"},
	} {
		require.Equal(t, tt.want, order.GreetedName(tt.order), name)
	}
}

func TestNotices_Paid_HaveNameAndInvoice(t *testing.T) {
	o := contract.Order{Contact: &contract.Contact{FullName: "Sara Ali", Email: "sara@example.sa"}}
	unpaid := order.Notices(o, contract.Limits{}, "order-held")[0]
	require.Empty(t, unpaid.Name)
	require.False(t, unpaid.Invoice, "no invoice yet")
	for _, status := range []contract.PaymentStatus{contract.PaymentPaid, contract.PaymentRefunded} {
		o.Payments = []contract.Payment{{Status: status}}
		require.True(t, order.Notices(o, contract.Limits{}, "order-held")[0].Invoice, status)
	}
	o.Payments[0].Double = true
	require.False(t, order.Notices(o, contract.Limits{}, "payment-late")[0].Invoice, "that payment bought nothing")
	o.Payments = []contract.Payment{{Status: contract.PaymentPaid}}
	require.Equal(t, "Sara Ali", order.Notices(o, contract.Limits{}, "order-held")[0].Name)
}
