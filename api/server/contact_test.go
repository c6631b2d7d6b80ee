package server_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

const contactEmail = "noura@example.com"

// atContact is an order whose customer is to say how they are reached, and what the workflow is told of it.
func (r *rig) atContact() (o started, told *contract.Contact) {
	r.t.Helper()
	o, told = r.answeredUpTo(4), &contract.Contact{}
	r.flow.decide = func(o contract.Order, update string, arg any) (contract.Order, error) {
		if given, ok := arg.(contract.Contact); ok && update == contract.UpdateProvideContact {
			*told = given
		}
		return o, nil
	}
	return o, told
}

func (r *rig) askContactCode(o started, channel, address string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/orders/"+o.id+"/contact-code", fmt.Sprintf(`{"channel":%q,%q:%q}`, channel, channel, address), withSession(o.session))
}

func (r *rig) contactCode(o started, channel, address string) string {
	r.t.Helper()
	got := r.askContactCode(o, channel, address)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(r.t, "code-contact", r.notices.latest().Template)
	return r.notices.code()
}

func (r *rig) giveContact(o started, more string, headers ...header) answer {
	r.t.Helper()
	body := fmt.Sprintf(`{"fullName":"Noura Ali","email":%q,"mobile":%q%s}`, contactEmail, contactMobile, more)
	return r.call(http.MethodPut, "/api/orders/"+o.id+"/personal-information", body, append(headers, withSession(o.session), freshKey())...)
}

const typedTwice = `,"mobileConfirmation":"` + contactMobile + `"`

func proof(channel, code string) string {
	return fmt.Sprintf(`,"proof":{"channel":%q,"otp":%q}`, channel, code)
}

func TestAGuestShowsByOneCodeThatAContactIsTheirs(t *testing.T) {
	for channel, address := range map[contract.Channel]string{contract.ByMobile: contactMobile, contract.ByEmail: contactEmail} {
		t.Run(string(channel), func(t *testing.T) {
			r := newRig(t)
			o, told := r.atContact()
			requireRefused(t, r.giveContact(o, typedTwice), contract.FailContactUnverified)

			code := r.contactCode(o, string(channel), address)
			requireRefused(t, r.giveContact(o, typedTwice+proof(string(channel), otherThan(code))), contract.FailPinWrong)
			got := r.giveContact(o, typedTwice+proof(string(channel), code))
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
			require.Equal(t, []contract.Channel{channel}, told.Verified)
			requireRefused(t, r.giveContact(o, typedTwice+proof(string(channel), code)), contract.FailPinExpired)
		})
	}
}

func TestAContactCodeCountsForItsOrderItsAddressAndItsChannelAlone(t *testing.T) {
	r := newRig(t)
	o, told := r.atContact()
	code := r.contactCode(o, "email", contactEmail)
	requireRefused(t, r.giveContact(o, typedTwice+proof("mobile", code)), contract.FailPinWrong)
	other := r.answeredUpTo(4)
	requireRefused(t, r.giveContact(other, typedTwice+proof("email", code)), contract.FailPinExpired)
	requireRefused(t, r.askContactCode(other, "email", contactEmail), contract.FailPinTooSoon)
	requireRefused(t, r.call(http.MethodPost, "/api/orders/"+o.id+"/contact-code", `{"channel":"mobile"}`, withSession(o.session)), contract.FailValidation)
	require.Empty(t, told.Verified)
}

func TestAContactCodeIsSentWhereTheContactIsAskedForAlone(t *testing.T) {
	r := newRig(t)
	requireRefused(t, r.askContactCode(r.answeredUpTo(2), "mobile", contactMobile), contract.FailStepOutOfOrder)
}

func TestWhatAnOrderHasSeenAProofOfNeedsNoOther(t *testing.T) {
	r := newRig(t)
	o, told := r.atContact()
	r.put(o, func(full *contract.Order) {
		full.Contact = &contract.Contact{FullName: "Noura", Email: "other@example.com", Mobile: contactMobile, Verified: []contract.Channel{contract.ByMobile, contract.ByEmail}}
	})
	require.Equal(t, http.StatusOK, r.giveContact(o, "").StatusCode)
	require.Equal(t, []contract.Channel{contract.ByMobile}, told.Verified, "the e-mail is another one")
	view := decoded[gen.Order](t, r.get(o, ""))
	require.Equal(t, []gen.ContactChannel{gen.ContactChannelMobile, gen.ContactChannelEmail}, view.Contact.Verified)
}

func TestAMobileTypedOnceIsRefusedWhereItIsNotKnown(t *testing.T) {
	r := newRig(t)
	o, _ := r.atContact()
	requireRefused(t, r.giveContact(o, ""), contract.FailMobileMismatch)
}

func TestWhatIsConfirmedInTheAccountIsTakenOver(t *testing.T) {
	r := newRig(t)
	o, told := r.atContact()
	user := r.customer(mainLine, "prepaid")
	her := r.signIn(mainLine)
	body := fmt.Sprintf(`{"fullName":"Noura Ali","email":%q,"mobile":%q}`, contactEmail, mainLine)
	give := func() answer {
		return r.call(http.MethodPut, "/api/orders/"+o.id+"/personal-information", body, withSession(o.session), freshKey(), bearer(her))
	}
	got := give()
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(t, []contract.Channel{contract.ByMobile}, told.Verified)

	body = fmt.Sprintf(`{"fullName":"Noura Ali","email":%q,"mobile":%q}`, user.Email, mainLine)
	require.Equal(t, http.StatusOK, give().StatusCode)
	require.Equal(t, []contract.Channel{contract.ByMobile, contract.ByEmail}, told.Verified)

	_, err := r.db.ExecContext(t.Context(), "UPDATE users SET email_confirmed_at = NULL WHERE mobile = ?", mainLine)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, give().StatusCode)
	require.Equal(t, []contract.Channel{contract.ByMobile}, told.Verified, "an e-mail nobody confirmed shows nothing")
}
